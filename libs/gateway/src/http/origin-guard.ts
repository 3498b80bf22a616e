import { BridgeError, type Settings } from '@bridge/kernel';
import { hostHeaders, hostNames } from '@bridge/web';
import { isLoopback } from '../admission/policy.ts';
import type { Exchange } from './exchange.ts';

type From = Pick<Exchange, 'request'>;
/** Decides which Host, Origin and site a request may come by and from. */
export interface OriginGuard {
  /**
   * False for a request that names its server twice or in two ways: two Host headers, or a target in absolute form for
   * another host than ours. A server in front may have read it differently, so nothing behind it on its connection may run.
   */
  isUnambiguous(from: From): boolean;
  /** Throws invalid_input for what is not unambiguous and origin_forbidden for a Host that is not ours (DNS rebinding). */
  checkHost(from: From): void;
  /** Throws origin_forbidden when an Origin is sent that may not call act or mcp; an absent one may. */
  checkOrigin(from: From): void;
  /** Throws origin_forbidden unless the request surely comes from our own pages, or from no browser at all (CSRF). */
  checkSameSite(from: From): void;
  /** CORS headers for an allow-listed foreign origin; empty for our own and for none. */
  corsHeaders(from: From): Readonly<Record<string, string>>;
}

const EXPOSED =
  'Retry-After, RateLimit, RateLimit-Policy, Idempotency-Replayed, WWW-Authenticate, ETag';

/** An origin in the form browsers send it; null when it is none. */
function originOf(text: string): string | null {
  const url = URL.parse(text);
  return url === null || url.origin === 'null' ? null : url.origin;
}

/** Our own origins: the configured one and, on this machine, its other names for loopback with the same port. */
function ownOrigins(baseUrl: string): ReadonlySet<string> {
  const { protocol, hostname, port, origin } = new URL(baseUrl);
  if (!isLoopback(hostname)) return new Set([origin]);
  const at = port === '' ? '' : `:${port}`;
  return new Set([
    origin,
    ...['localhost', '127.0.0.1', '[::1]'].map((h) => `${protocol}//${h}${at}`),
  ]);
}

function forbidden(): BridgeError {
  return new BridgeError('origin_forbidden', {});
}

/** Makes the guard from BRIDGE_BASE_URL and BRIDGE_ORIGINS. Spec: safety.foreign-origin, safety.cross-site. */
export function makeOriginGuard(settings: Settings): OriginGuard {
  const own = ownOrigins(settings.BRIDGE_BASE_URL);
  const listed = new Set(settings.BRIDGE_ORIGINS.flatMap((text) => originOf(text) ?? []));
  const hosts = new Set([...own].flatMap(hostNames));
  /** The host that a target in absolute form names; undefined for a path, null for what is no address. */
  const targetHost = ({ request: { url = '/' } }: From): string | null | undefined =>
    url.startsWith('/') || url === '*' ? undefined : (URL.parse(url)?.host ?? null);
  const isUnambiguous = (from: From): boolean => {
    const target = targetHost(from);
    return (
      hostHeaders(from.request).length <= 1 &&
      (target === undefined || (target !== null && hosts.has(target.toLowerCase())))
    );
  };
  return {
    isUnambiguous,
    checkHost(from) {
      if (!isUnambiguous(from)) {
        const message =
          hostHeaders(from.request).length > 1
            ? 'the request has more than one Host header'
            : 'the request target names another host';
        throw new BridgeError('invalid_input', { issues: [{ path: '', rule: 'host', message }] });
      }
      if (!hosts.has(from.request.headers.host?.toLowerCase() ?? '')) throw forbidden();
    },
    checkOrigin({ request: { headers } }) {
      const { origin } = headers;
      if (origin !== undefined && !own.has(origin) && !listed.has(origin)) throw forbidden();
    },
    checkSameSite({ request: { headers } }) {
      const site = headers['sec-fetch-site'];
      if (site === 'same-origin' || site === 'none') return;
      if (site !== undefined) throw forbidden();
      // Browsers without fetch metadata still send Origin with every unsafe cross-site request.
      if (headers.origin !== undefined && !own.has(headers.origin)) throw forbidden();
    },
    corsHeaders({ request: { headers } }): Readonly<Record<string, string>> {
      const { origin } = headers;
      if (origin === undefined || own.has(origin) || !listed.has(origin)) return { vary: 'Origin' };
      return {
        vary: 'Origin',
        'access-control-allow-origin': origin,
        'access-control-expose-headers': EXPOSED,
      };
    },
  };
}

/** Answer headers of a preflight for act and mcp: a key travels in a header, so no credentials. */
export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers':
    'authorization, content-type, accept, mcp-protocol-version, mcp-session-id, x-service-agent-key',
  'access-control-max-age': '600',
};

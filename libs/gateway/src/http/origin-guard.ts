import { BridgeError, type ProcessSettings, isLoopback } from '@bridge/kernel';
import { hostHeaders, hostNames } from '@bridge/web';
import type { HttpExchange } from './exchange.ts';

/** The part of an HTTP exchange that the origin guard reads. */
type OriginGuardExchange = Pick<HttpExchange, 'request'>;
/** Checks Host, Origin and Sec-Fetch-Site of requests. */
export interface OriginGuard {
  /**
   * False for two Host headers, and for a request target that is a URL with another host. A proxy may have read such a request
   * differently (request smuggling), so no further request of its connection may run.
   */
  isUnambiguous(exchange: OriginGuardExchange): boolean;
  /**
   * Throws invalid_input for a request with several Host headers or with another host in its request target, and
   * origin_forbidden for a foreign Host (DNS rebinding).
   */
  checkHost(exchange: OriginGuardExchange): void;
  /**
   * Throws origin_forbidden for an Origin that is neither the product’s own nor allow-listed. A request without Origin is
   * allowed.
   */
  checkOrigin(exchange: OriginGuardExchange): void;
  /** Throws origin_forbidden unless the request comes from the product's own pages or from no browser (CSRF). */
  checkSameSite(exchange: OriginGuardExchange): void;
  /** Returns the CORS headers of an allow-listed origin; only Vary for other requests. */
  corsHeaders(exchange: OriginGuardExchange): Readonly<Record<string, string>>;
}

const EXPOSED =
  'Retry-After, RateLimit, RateLimit-Policy, Idempotency-Replayed, WWW-Authenticate, ETag';

/**
 * Returns the origin of the base URL. When its host is loopback, also returns localhost, 127.0.0.1 and [::1] with the same
 * port.
 */
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

/**
 * Makes the origin guard from the settings BRIDGE_BASE_URL and BRIDGE_ORIGINS.
 * Spec: safety.foreign-origin, safety.cross-site.
 */
export function makeOriginGuard(settings: ProcessSettings): OriginGuard {
  const own = ownOrigins(settings.BRIDGE_BASE_URL);
  const listed = new Set(settings.BRIDGE_ORIGINS.map((text) => new URL(text).origin));
  const hosts = new Set([...own].flatMap(hostNames));
  /** Returns the host of a request target that is an absolute URL; undefined for a path, null for a malformed target. */
  const targetHost = ({
    request: { url = '/' },
  }: OriginGuardExchange): string | null | undefined =>
    url.startsWith('/') || url === '*' ? undefined : (URL.parse(url)?.host ?? null);
  const isUnambiguous = (exchange: OriginGuardExchange): boolean => {
    const target = targetHost(exchange);
    return (
      hostHeaders(exchange.request).length <= 1 &&
      (target === undefined || (target !== null && hosts.has(target.toLowerCase())))
    );
  };
  return {
    isUnambiguous,
    checkHost(exchange) {
      if (!isUnambiguous(exchange)) {
        const message =
          hostHeaders(exchange.request).length > 1
            ? 'the request has more than one Host header'
            : 'the request target names another host';
        throw new BridgeError('invalid_input', { issues: [{ path: '', rule: 'host', message }] });
      }
      if (!hosts.has(exchange.request.headers.host?.toLowerCase() ?? '')) throw forbidden();
    },
    checkOrigin({ request: { headers } }) {
      const { origin } = headers;
      if (origin !== undefined && !own.has(origin) && !listed.has(origin)) throw forbidden();
    },
    checkSameSite({ request: { headers } }) {
      const site = headers['sec-fetch-site'];
      if (site === 'same-origin' || site === 'none') return;
      if (site !== undefined) throw forbidden();
      // Browsers without fetch metadata send Origin with every unsafe cross-site request.
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

/**
 * Headers of the reply to a CORS preflight request to a route that other origins may call. Browsers need not send cookies,
 * because a key is sent in a header.
 */
export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers':
    'authorization, content-type, accept, mcp-protocol-version, mcp-session-id, x-service-agent-key',
  'access-control-max-age': '600',
};

import { isIP } from 'node:net';
import { OutboundFailure } from './outbound-failure.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

/** Function that resolves a host name to all its IP addresses. */
export type HostResolver = (hostname: string) => Promise<readonly string[]>;

/** Rules that a URL must satisfy before a request is sent to it. */
export interface OutboundTargetRules {
  /** `loopback` also allows this machine, with http and https; for development and tests. */
  readonly reach: 'public' | 'loopback';
  /** True allows http besides https. */
  readonly plain?: boolean;
  /** Allowed ports; null allows all, for URLs in an operator's configuration. */
  readonly ports: readonly number[] | null;
  readonly resolve: HostResolver;
}

/** A checked URL with its resolved IP addresses. The connection uses these, even if the name resolves differently later. */
export interface ResolvedOutboundTarget {
  readonly url: URL;
  readonly port: number;
  readonly addresses: readonly string[];
}

const URL_CHARS_MAX = 2_000;
/** Maximum number of IP addresses to which a connection is tried; further addresses of the host are ignored. */
const ADDRESSES_MAX = 4;

function refuse(message: string): OutboundFailure {
  return new OutboundFailure('refused_address', message);
}

/**
 * Parses a URL and checks its length, scheme, credentials and port. Throws OutboundFailure `refused_address`; its message says
 * which rule was broken.
 */
export function readUrl(
  text: string,
  rules: Pick<OutboundTargetRules, 'reach' | 'plain' | 'ports'>,
): URL {
  const url = text.length > URL_CHARS_MAX ? null : URL.parse(text);
  if (url === null) throw refuse('The address is not a URL of at most 2,000 characters.');
  const allowsHttp = rules.plain === true || rules.reach === 'loopback';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowsHttp))
    throw refuse('The address must begin with https.');
  if (url.username !== '' || url.password !== '')
    throw refuse('The address must not contain a user name or password.');
  // With `loopback` the port is checked after the name resolution, because a URL of this machine may have any port.
  if (rules.reach === 'public' && rules.ports !== null && !rules.ports.includes(portOf(url)))
    throw refuse(`The port of the address must be ${rules.ports.join(' or ')}.`);
  return url;
}

function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

/** Returns the host of a URL in the form for `node:net`: an IPv6 address without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

function isAllowed(address: string, url: URL, port: number, rules: OutboundTargetRules): boolean {
  if (rules.reach === 'loopback' && isLoopbackAddress(address)) return true;
  if (url.protocol !== 'https:' && rules.plain !== true) return false;
  return isPublicAddress(address) && (rules.ports === null || rules.ports.includes(port));
}

/**
 * Resolves the host of a URL once and checks all its IP addresses; one forbidden address refuses the URL. Throws
 * OutboundFailure `refused_address` or `unresolved`.
 */
export async function resolveTarget(
  text: string,
  rules: OutboundTargetRules,
): Promise<ResolvedOutboundTarget> {
  const url = readUrl(text, rules);
  const port = portOf(url);
  const host = hostOf(url);
  let addresses: readonly string[];
  try {
    addresses = isIP(host) === 0 ? await rules.resolve(host) : [host];
  } catch (error) {
    throw new OutboundFailure('unresolved', 'The host name has no address.', { cause: error });
  }
  if (addresses.length === 0)
    throw new OutboundFailure('unresolved', 'The host name has no address.');
  if (!addresses.every((address) => isAllowed(address, url, port, rules)))
    throw refuse('The address is not on the public Internet, or its port is not allowed.');
  return { url, port, addresses: addresses.slice(0, ADDRESSES_MAX) };
}

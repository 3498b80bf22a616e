import { isIP } from 'node:net';
import { OutboundFailure } from './outbound-failure.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

/** Resolves a host name to all its addresses. */
export type HostResolver = (hostname: string) => Promise<readonly string[]>;

/** Rules for the addresses to which a client may send. */
export interface TargetRules {
  /** `loopback` also allows this machine, over http and https: for development and tests. */
  readonly reach: 'public' | 'loopback';
  /** Also http, not only https. */
  readonly plain?: boolean;
  /** Ports that an address may name; null allows any, for addresses that an operator set. */
  readonly ports: readonly number[] | null;
  readonly resolve: HostResolver;
}

/** An address that was checked: the connection goes to `addresses`, even when the name resolves to others later. */
export interface CheckedTarget {
  readonly url: URL;
  readonly port: number;
  readonly addresses: readonly string[];
}

const URL_CHARS_MAX = 2_000;
/** Maximum number of addresses of one name that are tried in turn. */
const ADDRESSES_MAX = 4;

function refuse(message: string): OutboundFailure {
  return new OutboundFailure('refused_address', message);
}

/** Checks what an address says of itself; throws OutboundFailure `refused_address` with a sentence. */
export function readUrl(text: string, rules: Pick<TargetRules, 'reach' | 'plain' | 'ports'>): URL {
  const url = text.length > URL_CHARS_MAX ? null : URL.parse(text);
  if (url === null) throw refuse('The address is not a URL of at most 2,000 characters.');
  const allowsHttp = rules.plain === true || rules.reach === 'loopback';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowsHttp))
    throw refuse('The address must begin with https.');
  if (url.username !== '' || url.password !== '')
    throw refuse('The address must not contain a user name or password.');
  // The port of a loopback address is checked with the address, because any port is allowed there.
  if (rules.reach === 'public' && rules.ports !== null && !rules.ports.includes(portOf(url)))
    throw refuse(`The port of the address must be ${rules.ports.join(' or ')}.`);
  return url;
}

function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

/** Returns the host of a URL as `node:net` expects it: an IPv6 address without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

function isAllowed(address: string, url: URL, port: number, rules: TargetRules): boolean {
  if (rules.reach === 'loopback' && isLoopbackAddress(address)) return true;
  if (url.protocol !== 'https:' && rules.plain !== true) return false;
  return isPublicAddress(address) && (rules.ports === null || rules.ports.includes(port));
}

/**
 * Resolves the host of a URL once and checks every address of it: one refused address refuses all. Throws
 * OutboundFailure `refused_address` or `unresolved`.
 */
export async function resolveTarget(text: string, rules: TargetRules): Promise<CheckedTarget> {
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

import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
/** Number of 16-bit groups in an IPv6 /64 prefix. */
const PREFIX_GROUPS = 4;

/** Returns the eight 16-bit groups of a valid IPv6 address. */
function groupsOf(address: string): readonly number[] {
  const [text = ''] = address.split('%');
  // The last 32 bits may be written as an IPv4 address (::ffff:192.0.2.1).
  const dotted = text.lastIndexOf(':') + 1;
  const tail = text.slice(dotted);
  const [a = 0, b = 0, c = 0, d = 0] = tail.split('.').map(Number);
  const plain = tail.includes('.')
    ? `${text.slice(0, dotted)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
    : text;
  const [head = '', rest] = plain.split('::');
  const parse = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const front = parse(head);
  const back = rest === undefined ? [] : parse(rest);
  return [...front, ...new Array<number>(GROUPS - front.length - back.length).fill(0), ...back];
}

/**
 * Returns the address block that identifies a client: its IPv4 address, or the /64 of its IPv6 address, because one client
 * can use all addresses of a /64. IPv4-mapped IPv6 counts as IPv4. Null when the text is not an address.
 */
export function addressBlock(address: string): string | null {
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return null;
  const groups = groupsOf(address);
  const [, , , , , mapped, high = 0, low = 0] = groups;
  if (groups.slice(0, PREFIX_GROUPS + 1).every((group) => group === 0) && mapped === 0xffff)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const prefix = groups.slice(0, PREFIX_GROUPS).map((group) => group.toString(16));
  return `${prefix.join(':')}::/64`;
}

/** Removes the port of an entry in X-Forwarded-For, which some proxies append, and the brackets of an IPv6 address. */
function withoutPort(entry: string): string {
  return entry.replace(/^([0-9.]+):[0-9]+$/, '$1').replace(/^\[([^\]]*)\](?::[0-9]+)?$/, '$1');
}

/**
 * Returns the address block of a client behind `hops` trusted proxies, each of which appends its peer to X-Forwarded-For.
 * Entries that the client wrote itself are ignored. When `hops` is 0 or the entry is no address, `peer`, the address of the
 * connection, is used.
 */
export function clientBlock(
  peer: string | undefined,
  forwardedFor: string | undefined,
  hops: number,
): string {
  const seen = hops === 0 || forwardedFor === undefined ? [] : forwardedFor.split(',');
  const at = Math.max(0, seen.length - hops);
  const block = addressBlock(withoutPort(seen[at]?.trim() ?? ''));
  return block ?? addressBlock(peer ?? '') ?? 'unknown';
}

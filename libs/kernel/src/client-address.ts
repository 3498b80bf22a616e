import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
/** Groups of an IPv6 prefix of 64 bits. */
const PREFIX_GROUPS = 4;

/** The eight 16-bit groups of a valid IPv6 address. */
function groupsOf(address: string): readonly number[] {
  const [text = ''] = address.split('%');
  // A dotted tail (::ffff:192.0.2.1) holds the last two groups.
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
 * The block by which a client is counted: its IPv4 address, or the /64 of its IPv6 address, because a client owns a whole
 * /64 and could use another address of it for each attempt. An IPv4 address written as IPv6 counts as the IPv4 address.
 * Null for text that is not an address.
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

/**
 * The block of a client behind `hops` trusted proxies, each of which appended its peer's address to X-Forwarded-For.
 * Entries that the client wrote come before the trusted ones and are never used. `peer` is the address of the
 * connection; it counts without trusted proxies and when the header has no address.
 */
export function clientBlock(
  peer: string | undefined,
  forwardedFor: string | undefined,
  hops: number,
): string {
  const seen = hops === 0 || forwardedFor === undefined ? [] : forwardedFor.split(',');
  const at = Math.max(0, seen.length - hops);
  const block = addressBlock(seen[at]?.trim() ?? '');
  return block ?? addressBlock(peer ?? '') ?? 'unknown';
}

import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * IPv4 ranges to which no connection is made: those that are not public (IANA special-purpose registry), and one address of
 * the Azure cloud.
 */
const REFUSED_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Azure serves the metadata of its machines (with credentials) at this public IP address.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/**
 * IPv6 ranges inside 2000::/3 to which no connection is made: they have no public hosts, or their addresses embed an IPv4
 * address that would not be checked.
 */
const REFUSED_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

function listOf(ranges: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6') {
  const list = new BlockList();
  for (const [net, prefix] of ranges) list.addSubnet(net, prefix, family);
  return list;
}
const refusedIpv4 = listOf(REFUSED_IPV4, 'ipv4');
const refusedIpv6 = listOf(REFUSED_IPV6, 'ipv6');
const globalIpv6 = listOf([['2000::', 3]], 'ipv6');
const loopbackIpv4 = listOf([['127.0.0.0', 8]], 'ipv4');

/**
 * True for an IP address of the public Internet. In IPv6 these are global unicast addresses only; IPv4-mapped, link-local,
 * unique local and multicast addresses are not.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refusedIpv4.check(address, 'ipv4');
  // An address with a zone (fe80::1%eth0) is valid on one network link only.
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalIpv6.check(address, 'ipv6') && !refusedIpv6.check(address, 'ipv6');
}

/** True for an IP address of this machine: 127.0.0.0/8 and ::1. */
export function isLoopbackAddress(address: string): boolean {
  return isIPv4(address) ? loopbackIpv4.check(address, 'ipv4') : address === '::1';
}

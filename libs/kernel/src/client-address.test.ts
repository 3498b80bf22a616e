import fc from 'fast-check';
import { isIPv6 } from 'node:net';
import { expect, test } from 'vitest';
import { addressBlock, clientBlock } from './client-address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is counted as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});

test.each(['', 'unknown', '203.0.113', '203.0.113.7:80', '[2001:db8::1]', '2001:db8:::1'])(
  '%j is no address',
  (text) => {
    expect(addressBlock(text)).toBeNull();
  },
);

test('two IPv6 addresses are counted together exactly when their first 64 bits are equal', () => {
  const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
  const groups = fc.array(group, { minLength: 8, maxLength: 8 });
  const text = (parts: readonly number[]): string =>
    parts.map((part) => part.toString(16)).join(':');
  /** Returns the address in short form, with its longest run of zeros written as `::`. */
  const short = (parts: readonly number[]): string =>
    new URL(`http://[${text(parts)}]`).hostname.slice(1, -1);
  fc.assert(
    fc.property(groups, groups, (one, two) => {
      fc.pre(one.slice(0, 5).some((part) => part !== 0));
      fc.pre(two.slice(0, 5).some((part) => part !== 0));
      expect(isIPv6(short(one))).toBe(true);
      expect(addressBlock(short(one))).toBe(addressBlock(text(one)));
      const isSame = text(one.slice(0, 4)) === text(two.slice(0, 4));
      expect(addressBlock(text(one)) === addressBlock(text(two))).toBe(isSame);
    }),
  );
});

test('a client is the entry that the outermost trusted proxy wrote, whatever stands before it', () => {
  const peer = '10.0.0.1';
  expect(clientBlock(peer, '203.0.113.7', 0)).toBe(peer);
  expect(clientBlock(peer, undefined, 1)).toBe(peer);
  expect(clientBlock(peer, '203.0.113.7', 1)).toBe('203.0.113.7');
  expect(clientBlock(peer, '198.51.100.1, 203.0.113.7', 1)).toBe('203.0.113.7');
  expect(clientBlock(peer, '198.51.100.1,203.0.113.7 , 10.0.0.2', 2)).toBe('203.0.113.7');
  expect(clientBlock(peer, '203.0.113.7', 2)).toBe('203.0.113.7');
  expect(clientBlock('::ffff:10.0.0.1', 'a secret', 1)).toBe(peer);
  expect(clientBlock(undefined, undefined, 0)).toBe('unknown');
});

test.each([
  ['203.0.113.7:51004', '203.0.113.7'],
  ['[2001:db8:1:2::9]:51004', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
])('a proxy may write a client with its port: %s', (entry, block) => {
  expect(clientBlock('10.0.0.1', `198.51.100.1, ${entry}`, 1)).toBe(block);
});

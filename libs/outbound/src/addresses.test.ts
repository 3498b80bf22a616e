import { describe, expect, test } from 'vitest';
import { OUTBOUND_LIMITS, makeOutbound } from './outbound.ts';
import { isPublicAddress } from './public-address.ts';
import { readUrl } from './resolve-target.ts';

const PRIVATE = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.168.0.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::ffff:127.0.0.1',
  '::127.0.0.1',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'example.org',
  '',
];
const PUBLIC = ['1.1.1.1', '8.8.8.8', '172.32.0.1', '192.0.1.1', '2606:4700::1111', '2a00:1450::1'];

// Verifies: safety.outbound.
test.each(PRIVATE)('%s is no public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
test.each(PUBLIC)('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

describe('a client for production', () => {
  const never = () => Promise.reject(new Error('no name is looked up'));
  const outbound = makeOutbound({ reach: 'public', resolve: never });

  // Verifies: safety.outbound.
  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:ffff:10.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fe80::1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://１２７.0.0.1/',
    'http://example.org/',
    'ftp://example.org/',
    'file:///etc/passwd',
    'https://user@example.org/',
    'https://:secret@example.org/',
    'https://example.org:22/',
    'https://example.org:80/',
    'https://example.org:6379/',
    'https://example.org:0/',
    `https://example.org/${'x'.repeat(2_000)}`,
    'https://',
    'not a url',
  ])('refuses %s without asking for a name', async (url) => {
    await expect(outbound.check(url)).rejects.toMatchObject({
      kind: 'refused_address',
      isSent: false,
    });
    await expect(outbound.send({ method: 'GET', url })).rejects.toMatchObject({
      kind: 'refused_address',
    });
  });

  // Verifies: safety.outbound.
  test.each([
    [['127.0.0.1']],
    [['8.8.8.8', '10.0.0.1']],
    [['2606:4700::1111', '::1']],
    [['::ffff:8.8.8.8']],
  ])('refuses a name that resolves to %j', async (addresses) => {
    const tricked = makeOutbound({ reach: 'public', resolve: () => Promise.resolve(addresses) });
    await expect(tricked.check('https://hook.example/')).rejects.toMatchObject({
      kind: 'refused_address',
    });
  });

  test('accepts a name whose addresses are all public, on the ports of https', async () => {
    const resolve = () => Promise.resolve(['8.8.8.8', '2606:4700::1111']);
    const open = makeOutbound({ reach: 'public', resolve });
    for (const url of ['https://hook.example/a?b', 'https://hook.example:8443/'])
      await expect(open.check(url)).resolves.toBeUndefined();
  });

  test('says that a name has no address', async () => {
    await expect(outbound.check('https://nowhere.example/')).rejects.toMatchObject({
      kind: 'unresolved',
    });
    const empty = makeOutbound({ reach: 'public', resolve: () => Promise.resolve([]) });
    await expect(empty.check('https://nowhere.example/')).rejects.toMatchObject({
      kind: 'unresolved',
    });
  });
});

test('an operator’s address may be http, and still not a private one', async () => {
  const resolve = () => Promise.resolve(['8.8.8.8']);
  const plain = makeOutbound({ reach: 'public', plain: true, ports: null, resolve });
  await expect(plain.check('http://oai.example:8080/oai')).resolves.toBeUndefined();
  for (const url of ['http://127.0.0.1/', 'http://10.0.0.1/', 'ftp://oai.example/'])
    await expect(plain.check(url)).rejects.toMatchObject({ kind: 'refused_address' });
});

test('an operator’s address may have any port, and still no user name', () => {
  const rules = { reach: 'public', ports: null } as const;
  expect(readUrl('https://models.example:9000/v1', rules).port).toBe('9000');
  expect(() => readUrl('https://a:b@models.example/', rules)).toThrow('user name');
  expect(() =>
    readUrl('https://models.example:9000/', { ...rules, ports: OUTBOUND_LIMITS.ports }),
  ).toThrow('443 or 8443');
});

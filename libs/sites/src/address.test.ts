import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostNames } from '@bridge/web';
import { parseAddress } from './address.ts';

const origin = hostNames('http://localhost:4001');
const at = (host: string, target: string) => parseAddress(host, target, origin);
const SN = `sn_${'a'.repeat(26)}`;

describe('valid addresses', () => {
  test.each([
    ['p42.localhost:4001', '/', { of: 'website', pageId: 42 }, { name: 'index' }],
    ['P42.LocalHost:4001', '/?q=1', { of: 'website', pageId: 42 }, { name: 'index' }],
    ['p42.localhost:4001', '/~snapshots/', { of: 'website', pageId: 42 }, { name: 'snapshots' }],
    ['p42.localhost:4001', '/%7Esnapshots/', { of: 'website', pageId: 42 }, { name: 'snapshots' }],
    [
      'p42.localhost:4001',
      `/~snapshots/${SN}/`,
      { of: 'website', pageId: 42 },
      { name: 'snapshot', snapshotId: SN },
    ],
    [
      'p42.localhost:4001',
      `/~snapshots/${SN}/archive.zip`,
      { of: 'website', pageId: 42 },
      { name: 'archive', snapshotId: SN },
    ],
    ['p42.localhost:4001', `/~snapshots/${SN}`, { of: 'website', pageId: 42 }, { name: 'slash' }],
    ['p42.localhost:4001', '/robots.txt', { of: 'website', pageId: 42 }, { name: 'robots' }],
    ['moon.localhost:4001', '/', { of: 'world', word: 'moon' }, { name: 'index' }],
    ['m.localhost:4001', '/feed.atom', { of: 'world', word: 'm' }, { name: 'feed' }],
    ['moon.localhost:4001', '/42', { of: 'world', word: 'moon' }, { name: 'website', pageId: 42 }],
    ['moon.localhost:4001', '/42/', { of: 'world', word: 'moon' }, { name: 'website', pageId: 42 }],
    ['localhost:4001', '/', { of: 'origin' }, { name: 'index' }],
    ['localhost:4001', '/p/42/', { of: 'website', pageId: 42 }, { name: 'index' }],
    ['localhost:4001', '/p/42', { of: 'website', pageId: 42 }, { name: 'slash' }],
    ['localhost:4001', '/w/moon/sitemap.xml', { of: 'world', word: 'moon' }, { name: 'sitemap' }],
    [
      'localhost:4001',
      '/w/moon/42',
      { of: 'world', word: 'moon' },
      { name: 'website', pageId: 42 },
    ],
    [
      'p9007199254740991.localhost:4001',
      '/',
      { of: 'website', pageId: Number.MAX_SAFE_INTEGER },
      { name: 'index' },
    ],
  ])('%s%s', (host, target, owner, route) => {
    expect(at(host, target)).toMatchObject({ owner, route });
  });

  test('a port of the protocol’s own may be named or not', () => {
    const https = hostNames('https://content.example');
    for (const host of ['p1.content.example', 'p1.content.example:443'])
      expect(parseAddress(host, '/', https)).toMatchObject({ owner: { pageId: 1 } });
    expect(parseAddress('p1.content.example:80', '/', https)).toEqual({ refused: 403 });
  });
});

describe('invalid addresses', () => {
  test.each([
    'example.com',
    'localhost',
    'localhost:4000',
    'p42.localhost',
    'p42.localhost:4001.evil.example',
    'evil-localhost:4001',
    'localhost.:4001',
    '127.0.0.1:4001',
    '[::1]:4001',
    '',
    'user@localhost:4001',
  ])('a foreign host is refused: %j', (host) => {
    expect(at(host, '/')).toEqual({ refused: 403 });
  });

  test.each([
    'p0.localhost:4001',
    'p042.localhost:4001',
    'p9007199254740992.localhost:4001',
    'p99999999999999999999999.localhost:4001',
    `${'x'.repeat(42)}.localhost:4001`,
    '-moon.localhost:4001',
    'moon-.localhost:4001',
    'a.b.localhost:4001',
    '.localhost:4001',
    'm%6fon.localhost:4001',
    '9.localhost:4001',
  ])('a label that no website and no World has is not found: %s', (host) => {
    expect(at(host, '/')).toEqual({ refused: 404 });
  });

  test.each([
    '/../etc/passwd',
    '/..',
    '/./',
    '/p/42/../43/',
    '/%2e%2e/',
    '/%2E%2E%2F',
    '/p%2f42/',
    '/p/42%5C',
    '/a\\b',
    '/%00',
    '/%0a',
    '/%7f',
    '/%',
    '/%zz',
    '/%c3%28',
    '/%ff',
    '/#',
    'http://localhost:4001/p/42/',
    '*',
    '',
    '//\u00e9',
    `/${'a'.repeat(8_192)}`,
  ])('a path that no honest client sends is malformed: %s', (target) => {
    for (const host of ['localhost:4001', 'p42.localhost:4001', 'moon.localhost:4001'])
      expect(at(host, target)).toEqual({ refused: 400 });
  });

  test.each([
    ['localhost:4001', '/api/agent-bridge'],
    ['localhost:4001', '/p/'],
    ['localhost:4001', '/p/0/'],
    ['localhost:4001', '/p/moon/'],
    ['localhost:4001', '/w/p42/'],
    ['localhost:4001', '/w/Moon/'],
    ['localhost:4001', '//p/42/'],
    ['localhost:4001', '/%252e%252e/'],
    ['p42.localhost:4001', '/api/mcp'],
    ['p42.localhost:4001', '/index.html'],
    ['p42.localhost:4001', '/~snapshots/sn_short/'],
    ['p42.localhost:4001', `/~snapshots/${SN}/index.html`],
    ['p42.localhost:4001', '/feed.atom'],
    ['moon.localhost:4001', '/~snapshots/'],
    ['moon.localhost:4001', '/042'],
  ])('nothing can stand at %s%s', (host, target) => {
    expect(at(host, target)).toEqual({ refused: 404 });
  });
});

test('every string is an address or a refusal, and none leads out of its owner', () => {
  const piece = fc.constantFrom(
    '/',
    '.',
    '..',
    '%2e',
    '%2f',
    '%00',
    '~snapshots',
    'p',
    'w',
    '42',
    SN,
    '%',
    '?',
    'moon',
  );
  const target = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece).map((parts) => `/${parts.join('')}`),
  );
  const host = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('localhost:4001', 'p42.localhost:4001', 'moon.localhost:4001'),
    fc.string().map((label) => `${label}.localhost:4001`),
  );
  fc.assert(
    fc.property(host, target, (h, t) => {
      const address = at(h, t);
      if ('refused' in address) {
        expect([400, 403, 404]).toContain(address.refused);
        return;
      }
      expect(address.path).not.toMatch(/\/\.{1,2}(\/|$)|\u0000|\\/);
      const { owner } = address;
      if (owner.of === 'website') expect(owner.pageId).toBeGreaterThan(0);
      if (owner.of === 'world') expect(owner.word).toMatch(/^[a-z]/);
      // The same host in lower case must give the same address, because host names are case-insensitive.
      expect(at(h.toLowerCase(), t)).toEqual(address);
    }),
    { numRuns: 500 },
  );
});

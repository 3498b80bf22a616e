import { expect, test } from 'vitest';
import { hostHeaders, hostNames, originHeaders, portOf } from './host.ts';

test.each([
  ['http://localhost:4000', ['localhost:4000'], 4_000],
  ['http://example.org', ['example.org', 'example.org:80'], 80],
  ['https://example.org', ['example.org', 'example.org:443'], 443],
  ['http://[::1]:4000', ['[::1]:4000'], 4_000],
])('%s is named by the Host headers %j', (url, names, port) => {
  expect(hostNames(url)).toEqual(names);
  expect(portOf(new URL(url))).toBe(port);
});

test('every Host header is found, in any letters, and no other header', () => {
  const rawHeaders = ['HOST', 'a', 'Hose', 'b', 'host', 'c', 'x-host', 'd'];
  expect(hostHeaders({ rawHeaders })).toEqual(['a', 'c']);
});

test('only behind TLS a browser gets Strict-Transport-Security', () => {
  const name = 'strict-transport-security';
  expect(originHeaders('https://example.org', {})).toHaveProperty(name);
  expect(originHeaders('http://example.org', {})).not.toHaveProperty(name);
});

import { PRODUCT, PUBLIC_PATHS } from '@bridge/contracts';
import { startGateway, type GatewayTestRig } from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverInfo } from './mcp/initialize.ts';

let rig: GatewayTestRig;
beforeAll(async () => {
  rig = await startGateway();
});
afterAll(() => rig.stop());

const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${rig.base}${path}`, { headers });

test.each([
  [PUBLIC_PATHS.onboarding, '*/*', 'text/markdown'],
  [PUBLIC_PATHS.onboarding, 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', 'text/html'],
  [PUBLIC_PATHS.onboarding, 'text/markdown, text/html, */*', 'text/markdown'],
  [PUBLIC_PATHS.onboarding, 'text/markdown;q=0.5, text/html', 'text/html'],
  [PUBLIC_PATHS.docsErrors, '*/*', 'text/html'],
  [PUBLIC_PATHS.docsErrors, 'text/markdown', 'text/markdown'],
  [PUBLIC_PATHS.docsErrors, 'text/markdown;q=nonsense', 'text/html'],
])('%s for Accept %s is %s', async (path, accept, type) => {
  const { headers } = await get(path, { accept });
  expect(headers.get('content-type')).toBe(`${type}; charset=utf-8`);
  expect(headers.get('vary')).toBe('Accept');
});

test.each([PUBLIC_PATHS.manifest, PUBLIC_PATHS.openapi, PUBLIC_PATHS.skill, PUBLIC_PATHS.cli])(
  '%s may be read by every page, is cached for an hour, and is 304 for a client that has it',
  async (path) => {
    const { status, headers } = await get(path);
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    const etag = headers.get('etag') ?? '';
    const again = await get(path, { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const part = await get(path, { range: 'bytes=0-3' });
    expect([part.status, (await part.text()).length]).toEqual([206, 4]);
  },
);

test('a page among the documents may load nothing but its style sheet, and not be framed', async () => {
  const policy = (await get(PUBLIC_PATHS.docs)).headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
});

test('the manifest names the SHA-256 of the tool list, and the server card agrees with serverInfo', async () => {
  expect(await (await get(PUBLIC_PATHS.manifest)).text()).toMatch(/later: [0-9a-f]{64}\./);
  const { title, version, description, websiteUrl } = serverInfo(rig.base);
  const card: unknown = await (await get(PUBLIC_PATHS.serverCard)).json();
  expect(card).toMatchObject({ title, version, description, websiteUrl });
  expect(title).toBe(PRODUCT.name);
});

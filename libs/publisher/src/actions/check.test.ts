import { bodyOf, putBody } from '@bridge/blobs';
import {
  BUILDER,
  LIMITS,
  PUBLISHER,
  WORLDS,
  publicationWarnings,
  type WebsiteLayer,
} from '@bridge/contracts';
import { isBridgeError, makeAgentKey, randomIds } from '@bridge/kernel';
import {
  agentCtx,
  builderModule,
  makeWebsite,
  ownerCtx,
  publisherModule,
  publishWebsite,
  type TestServices,
  startTestServices,
  worldsModule,
} from '@bridge/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SECRETS_SHOWN_MAX } from '../secrets/find-secrets.ts';

let services: TestServices;
const ctx = agentCtx();
const word = `w-${randomIds.make('k').slice(-12)}`;
const keyed = () => ({ idempotency_key: randomIds.make('key') });
beforeAll(async () => {
  services = await startTestServices([worldsModule, builderModule, publisherModule]);
  await services.call(WORLDS.found, ctx, { word, ...keyed() });
});
afterAll(() => services.stop());

/** Creates a website whose draft has this HTML and these editor layers. Resolves to its page id. */
async function draft(
  html: string,
  layers: readonly WebsiteLayer[] = [],
  title = 'A page',
): Promise<number> {
  const { page_id } = await makeWebsite(services, ctx, { html, word, title });
  if (layers.length > 0)
    await services.call(BUILDER.layersPut, ownerCtx(ctx.account_id ?? ''), {
      page_id,
      expected_revision: 1,
      layers: await putBody(services.blobs, randomIds, await bodyOf(JSON.stringify(layers))),
      ...keyed(),
    });
  return page_id;
}

async function countObjects(): Promise<number> {
  const keys: string[] = [];
  for (const prefix of ['body/', 'ingest/', 'snap/'])
    for await (const { key } of services.blobs.list(prefix)) keys.push(key);
  return keys.length;
}

/** Checks the stored draft of a website in the way the gateway does: reads it from builder and sends it to publisher.check. */
async function check(page_id: number) {
  const { website, raw_html, layers } = (await services.call(BUILDER.get, ctx, { page_id })).result;
  const input = { page_id, title: website.title, body: raw_html, layers };
  const { result } = await services.call(PUBLISHER.check, ctx, input);
  return { ...result, ...publicationWarnings(website, result), revision: website.draft_revision };
}

const publish = (page_id: number, revision: number) =>
  publishWebsite(services, ctx, { page_id, revision });

const layer = (part: Partial<WebsiteLayer>): WebsiteLayer => ({
  layer_id: 'one',
  name: 'One',
  kind: 'html',
  order: 0,
  visible: true,
  content: '<p>layer</p>',
  ...part,
});

/** Pieces of HTML from which test pages are assembled. Some of them cause warnings. */
const PARTS = [
  '<!doctype html>',
  '<html lang="en">',
  '<meta charset="utf-8">',
  '<title>T</title>',
  '<img src="https://x.example/i.png">',
  '<img src="moon.jpg">',
  '<script>fetch(location.hash)</script>',
  '<script src="https://x.example/s.js"></script>',
  '<style>a{background:url(//x.example/b)}</style>',
  '<form action="https://x.example/"></form>',
  '<link rel=icon href="https://x.example/f.ico">',
  '<b id=a></b>',
  '<p>text</p>',
  '',
] as const;
const content = fc
  .array(fc.constantFrom(...PARTS), { maxLength: 6 })
  .map((parts) => parts.join('\n'));
const anyLayer = fc.record({
  layer_id: fc.constantFrom('a', 'b', 'c'),
  name: fc.constant('n'),
  kind: fc.constantFrom('html' as const, 'css' as const, 'note' as const),
  order: fc.nat({ max: 3 }),
  visible: fc.boolean(),
  content,
});
const someLayers = fc.uniqueArray(anyLayer, { maxLength: 3, selector: (one) => one.layer_id });

describe('a check of a draft', () => {
  // Verifies: publishing.check-same.
  test('says exactly what its publication then says', async () => {
    await fc.assert(
      fc.asyncProperty(content, someLayers, async (html, layers) => {
        const page_id = await draft(html, layers);
        const checked = await check(page_id);
        const published = await publish(page_id, checked.revision).catch((error: unknown) => error);
        if (checked.empty) {
          expect(published).toMatchObject({ code: 'empty_draft' });
          return;
        }
        expect(published).toMatchObject({
          publication_mode: checked.publication_mode,
          offline_ready: checked.offline_ready,
          warnings: checked.warnings,
          truncated: checked.truncated,
        });
      }),
      { numRuns: 40 },
    );
  }, 120_000);

  test.each(['owner', 'agent'])(
    'warns as its publication does when the %s made it private',
    async (by) => {
      const page_id = await draft('<p>first');
      await publish(page_id, 1);
      const wish = { page_id, visibility: 'private' as const, ...keyed() };
      if (by === 'agent') await services.call(BUILDER.pagesSetVisibility, ctx, wish);
      else await services.call(BUILDER.setVisibility, ownerCtx(ctx.account_id ?? ''), wish);
      const checked = await check(page_id);
      expect(checked.warnings[0]?.code).toBe(
        by === 'owner' ? 'visibility_locked_by_owner' : 'visibility_private',
      );
      expect((await publish(page_id, 1)).warnings).toEqual(checked.warnings);
    },
  );

  // Verifies: publishing.check-secrets.
  test('counts secrets and reports their positions as the refusal of a publication does, and shows none', async () => {
    const key = makeAgentKey();
    const page_id = await draft(`<p>${key}\n${Buffer.from(key).toString('base64')}`, [
      layer({ content: `<i>${key}</i>` }),
      layer({ layer_id: 'hidden', visible: false, content: makeAgentKey() }),
    ]);
    const checked = await check(page_id);
    expect(JSON.stringify(checked)).not.toContain(key);
    expect(checked.secrets).toBe(3);
    const refusal: unknown = await publish(page_id, checked.revision).catch(
      (error: unknown) => error,
    );
    expect(isBridgeError(refusal, 'secret_in_html') && refusal.details['found']).toEqual(
      checked.found,
    );
  });

  test('counts at most as many secrets as the contract says', async () => {
    expect(SECRETS_SHOWN_MAX).toBe(LIMITS.secretsShownMax);
    const keys = Array.from({ length: SECRETS_SHOWN_MAX + 5 }, () => makeAgentKey()).join('\n');
    const checked = await check(await draft(keys));
    expect([checked.secrets, checked.found?.length]).toEqual([
      SECRETS_SHOWN_MAX,
      SECRETS_SHOWN_MAX,
    ]);
  });

  // Verifies: publishing.check.
  test('stores nothing and publishes nothing, also of a draft of full size', async () => {
    const page_id = await draft(`<!doctype html><p>${'x'.repeat(LIMITS.rawHtmlCharsMax - 18)}`);
    const objects = await countObjects();
    const before = (await services.call(BUILDER.get, ctx, { page_id })).result.website;
    expect(await check(page_id)).toMatchObject({
      publication_mode: 'portable',
      offline_ready: true,
    });
    expect(await countObjects()).toBe(objects);
    expect((await services.call(BUILDER.get, ctx, { page_id })).result.website).toEqual(before);
  });

  // Verifies: publishing.check-busy.
  test('is refused as busy when four of its account wait, and a publication is not', async () => {
    const slow = Array.from({ length: 20_000 }, (_, i) => `<b id="${i}">`).join('');
    const pages = await Promise.all(Array.from({ length: 6 }, (_, i) => draft(`${slow}<p>${i}`)));
    const small = await draft('<p>small');
    const checks = pages.map((page_id) => check(page_id));
    const published = publish(small, 1);
    const settled = await Promise.allSettled(checks);
    const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refusals.length).toBe(2);
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ code: 'service_unavailable', retryAfterS: 1 });
    expect((await published).publication_mode).toBe('portable');
  }, 60_000);

  test('of a website that another account owns does not pass builder', async () => {
    const page_id = await draft('<p>');
    await expect(services.call(BUILDER.get, agentCtx(), { page_id })).rejects.toMatchObject({
      code: 'page_not_found',
    });
  });
});

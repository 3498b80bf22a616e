import {
  ALL_TOOL_SCOPES,
  describeWith,
  faultyStore,
  newOwner,
  server,
  startProduct,
  type FaultyS3StoreProxy,
  type S3Server,
} from '@bridge/testing';
import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { callOn, SURFACES, type ActionCaller } from '../call.ts';
import {
  create,
  done,
  guarded,
  pageHtml,
  patchOf,
  publish,
  refused,
  unique,
  visit,
  website,
} from '../stage.ts';

/** Delays of the blob store in ms: `SILENT_MS` exceeds the product's time limit, `SLOW_MS` does not. */
const SILENT_MS = 7_000;
const SLOW_MS = 400;
const CASE_MS_MAX = 90_000;

/** Starts the product on an S3 store behind a proxy that can inject faults. */
async function open() {
  const s3 = await server('s3', { own: true });
  const store = await faultyStore(s3.url);
  const env = {
    ...s3.settings,
    BRIDGE_BLOBS: `s3+${store.url}/${s3.bucket}`,
    BRIDGE_LIMITS: 'off',
  };
  const product = await startProduct({ env });
  const owner = await newOwner(product.baseUrl, product.env);
  const { secret } = await owner.makeKey({ scopes: ALL_TOOL_SCOPES });
  const word = unique('faults');
  const act = callOn('act', product.baseUrl, secret);
  done(await act('worlds.found', { word, idempotency_key: unique('found') }));
  return { s3, store, product, secret, word };
}

/** A fault of the store, and the error that a publication must report. */
interface StoreFault {
  readonly name: string;
  begin(store: FaultyS3StoreProxy, s3: S3Server): Promise<void> | void;
  end(store: FaultyS3StoreProxy, s3: S3Server): Promise<void> | void;
}
const heal = (store: FaultyS3StoreProxy): void => store.heal();
const FAULTS: readonly StoreFault[] = [
  { name: 'away', begin: (_, s3) => s3.kill(), end: (_, s3) => s3.restart() },
  { name: 'full', begin: (store) => store.fullDisk(), end: heal },
  { name: 'failing before it stores', begin: (store) => store.failPuts('before'), end: heal },
  { name: 'failing after it stored', begin: (store) => store.failPuts('after'), end: heal },
  { name: 'silent', begin: (store) => store.stall(SILENT_MS), end: heal },
];

/** A page so large that its draft and its archive are stored as objects. */
const LARGE = `<!doctype html><title>Large</title><p>first</p>${'<p>line</p>\n'.repeat(40_000)}`;

describeWith(
  'publishing on a store that fails',
  open,
  async ({ product, store, s3 }) => {
    await product.stop();
    await store.stop();
    await s3.stop();
  },
  (opened) => {
    const callBy = (surface: (typeof SURFACES)[number]): ActionCaller =>
      callOn(surface, opened().product.baseUrl, opened().secret);
    const rootOf = (pageId: number): string =>
      `${opened().product.contentUrl.replace('//', `//p${pageId}.`)}/`;

    it.each(SURFACES.flatMap((surface) => FAULTS.map((fault) => [fault.name, surface, fault])))(
      'that is %s refuses the publication over %s with its code, shows nothing of it, and the same key succeeds once the store works',
      { timeout: CASE_MS_MAX },
      async (_, surface, fault) => {
        const { store, s3, word, product } = opened();
        const call = callBy(surface as (typeof SURFACES)[number]);
        const { begin, end } = fault as StoreFault;
        const html = pageHtml('Never published');
        const draft = await create(call, word, html);
        const shown = await create(call, word, LARGE);
        const first = await publish(call, shown);
        const patched = website(await call('builder.patch', patchOf(shown, 'first', 'second')));
        expect((await visit(rootOf(shown.page_id))).text).toBe(LARGE);
        const [new1, new2] = [guarded(draft), guarded(patched)];

        await begin(store, s3);
        try {
          for (const input of [new1, new2])
            expect(
              refused(await call('builder.publish', input), 'service_unavailable'),
            ).toMatchObject({ status: 503, outcome: 'not_applied' });
        } finally {
          await end(store, s3);
        }
        expect((await visit(rootOf(draft.page_id))).status).toBe(404);
        expect((await visit(rootOf(shown.page_id))).text).toBe(LARGE);
        const dashboard = await visit(`${product.contentUrl}/w/${word}/`);
        expect([dashboard.status, dashboard.text.includes(`p${draft.page_id}.`)]).toEqual([
          200,
          false,
        ]);
        const before = done(await call('builder.get', { page_id: draft.page_id }));
        expect(before['website']).toMatchObject({ state: 'draft', snapshot: null });
        const unmoved = done(await call('builder.get', { page_id: shown.page_id }));
        expect(unmoved['website']).toMatchObject({
          published_revision: 1,
          snapshot: first.snapshot,
        });

        for (const [input, text] of [
          [new1, html],
          [new2, LARGE.replace('first', 'second')],
        ] as const) {
          const outcome = await call('builder.publish', input);
          const record = website(outcome);
          expect((await visit(record.live_url ?? '')).text).toBe(text);
          const { archive } = done<{ archive: { url: string; sha256: string } }>(outcome);
          expect(hash('sha256', (await visit(archive.url)).bytes)).toBe(archive.sha256);
          const again = await call('builder.publish', input);
          expect(again).toMatchObject({ ok: true, replayed: true, result: done(outcome) });
        }
      },
    );

    it.each(SURFACES)(
      'that is slow is waited for over %s, within the time of the call',
      { timeout: CASE_MS_MAX },
      async (surface) => {
        const { store, word } = opened();
        const call = callBy(surface);
        const page = await create(call, word, LARGE);
        store.stall(SLOW_MS);
        try {
          const record = await publish(call, page);
          expect(record.state).toBe('published');
        } finally {
          store.heal();
        }
        expect((await visit(rootOf(page.page_id))).text).toBe(LARGE);
      },
    );
  },
);

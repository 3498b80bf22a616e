import { PUBLISHER } from '@bridge/contracts';
import {
  agentCtx,
  builderModule,
  crashAt,
  makeWebsite,
  newKey,
  publisherModule,
  startTestServices,
  worldsModule,
  type TestServices,
} from '@bridge/testing';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([worldsModule, builderModule, publisherModule]);
});
afterAll(() => services.stop());

/** Creates a website; returns the context of its agent and the input of the call that publishes it. */
async function draft() {
  const ctx = agentCtx();
  const { page_id } = await makeWebsite(services, ctx, { html: `<p>${'x'.repeat(3_000)}</p>` });
  return { ctx, input: { page_id, expected_revision: 1, idempotency_key: newKey() } };
}

/** The database tables that this test reads or changes directly. */
const tables = () =>
  services.db.kysely.withTables<{
    'builder.publication': { page_id: number; state: string; lease_until: Date };
    'builder.snapshot': {
      page_id: number;
      publication_id: string;
      archive_object: string;
      archive_sha256: string;
    };
  }>();

async function archiveOf(pageId: number) {
  const row = await tables()
    .selectFrom('builder.snapshot')
    .selectAll()
    .where('page_id', '=', pageId)
    .executeTakeFirstOrThrow();
  const zip = await services.blobs.get(row.archive_object, row.archive_sha256);
  const files = unzipSync(zip ?? new Uint8Array());
  const text = (name: string): string => strFromU8(files[name] ?? new Uint8Array());
  const site = JSON.parse(text('site.json')) as { snapshot: { published_at: string } };
  return { publicationId: row.publication_id, site, readme: text('README.txt') };
}

test('the archive has the same time as the record', async () => {
  const { ctx, input } = await draft();
  const { snapshot } = (await services.call(PUBLISHER.publish, ctx, input)).result.website;
  const { site, readme } = await archiveOf(input.page_id);
  expect(site.snapshot.published_at).toBe(snapshot?.published_at);
  expect(readme).toContain(snapshot?.published_at);
});

// Verifies: publishing.archive-repeatable.
test('an attempt after a failed one makes a byte-identical archive', async () => {
  const { ctx, input } = await draft();
  // Simulates a crash after all objects were stored and before the publication is abandoned.
  const revive = crashAt(['publish.after-put', 'publish-abandon.before-commit']);
  await expect(services.call(PUBLISHER.publish, ctx, input)).rejects.toBeDefined();
  revive();
  const { numUpdatedRows } = await tables()
    .updateTable('builder.publication')
    .set({ lease_until: new Date(Date.now() - 1_000) })
    .where('page_id', '=', input.page_id)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  expect(numUpdatedRows).toBe(1n);
  const { website } = (await services.call(PUBLISHER.publish, ctx, input)).result;
  const { publicationId, site } = await archiveOf(input.page_id);
  expect(site.snapshot.published_at).toBe(website.snapshot?.published_at);
  const stored: string[] = [];
  for await (const { key } of services.blobs.list(`snap/${publicationId}/`)) stored.push(key);
  // The expected objects: the page, its two compressed variants and one archive. The second attempt stored no further objects.
  expect(stored).toHaveLength(4);
});

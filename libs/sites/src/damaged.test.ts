import { EFFECT_MIGRATIONS } from '@bridge/db';
import {
  damageObject,
  fakeClock,
  testBase,
  testDb,
  type StoredObjectDamage,
  type ConnectedTestDatabase,
} from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startContentOrigin,
  type TestContentOrigin,
  type PublishedWebsite,
} from './content-origin.fixture.ts';

/** Time for which the verification of a large object is trusted, in ms. */
const MINUTE_MS = 60_000;
// The clock of the content origin is a day ahead of the services' clock, so that the deadlines of its requests have not passed
// for them.
const clock = fakeClock(Date.now() + 86_400_000);
let database: ConnectedTestDatabase;
let origin: TestContentOrigin;
let word: string;
beforeAll(async () => {
  database = await testDb({ schema: 'effect', migrations: EFFECT_MIGRATIONS });
  const base = testBase({ BRIDGE_CONTENT_LISTEN: '127.0.0.1:0' }, { clock });
  origin = await startContentOrigin(base, database.db);
  word = await origin.found('damaged-w');
});
afterAll(async () => {
  await origin.stop();
  await database.close();
});

const page = (bytes: number, text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title><p>${text.repeat(bytes / text.length)}</p></html>`;

/** Damages every object that the newest publication stored. */
async function damage(how: StoredObjectDamage, before: ReadonlySet<string>): Promise<void> {
  for await (const { key } of origin.blobs.list('snap/'))
    if (!before.has(key)) await damageObject(origin.blobs, key, how);
}
async function stored(): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for await (const { key } of origin.blobs.list('snap/')) keys.add(key);
  return keys;
}

// Verifies: storage.damaged.
test.each([
  ['altered', 2_000],
  ['truncated', 2_000],
  ['missing', 2_000],
  ['altered', 2_000_000],
  ['truncated', 2_000_000],
  ['missing', 2_000_000],
] as const)(
  'a website whose content is %s (%d bytes) is a 503 page, whole and in parts, with nothing of the content',
  async (how, bytes) => {
    const before = await stored();
    const text = `${how}${bytes} `;
    const site: PublishedWebsite = await origin.publish({ html: page(bytes, text), word });
    await damage(how, before);
    const plain = { 'accept-encoding': 'identity' };
    for (const headers of [plain, { ...plain, range: 'bytes=100-199' }]) {
      const got = await origin.get(site.host, '/', { headers });
      expect(got.status).toBe(503);
      expect(got.headers['content-type']).toMatch(/^text\/html/);
      expect(got.text).not.toContain(text);
    }
    const archive = await origin.get(site.host, `/~snapshots/${site.snapshotId}/archive.zip`);
    expect(archive.status).toBe(503);
  },
);

test('a large website that is altered after it was verified is a 503 page a minute later', async () => {
  const before = await stored();
  const site = await origin.publish({ html: page(2_000_000, 'later '), word });
  const plain = { headers: { 'accept-encoding': 'identity' } };
  expect((await origin.get(site.host, '/', plain)).text).toBe(site.html);
  await damage('altered', before);
  clock.advance(MINUTE_MS);
  expect((await origin.get(site.host, '/', plain)).status).toBe(503);
});

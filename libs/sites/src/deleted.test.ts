import { EFFECT_MIGRATIONS } from '@bridge/db';
import { testBase, testDb, until, type ConnectedTestDatabase } from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startContentOrigin, type TestContentOrigin } from './content-origin.fixture.ts';

let database: ConnectedTestDatabase;
let origin: TestContentOrigin;
beforeAll(async () => {
  database = await testDb({ schema: 'effect', migrations: EFFECT_MIGRATIONS });
  const settings = { BRIDGE_CONTENT_LISTEN: '127.0.0.1:0' };
  origin = await startContentOrigin(testBase(settings), database.db);
});
afterAll(async () => {
  await origin.stop();
  await database.close();
});

const PAGE_HTML =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title><p>one</html>';

// Verifies: editor.delete, editor.undelete.
test('a deleted website answers 410 at every address within a second, and the same bytes after its return', async () => {
  const word = await origin.found('deleted-sites');
  const first = await origin.publish({ html: PAGE_HTML, word });
  const { pageId, host, snapshotId } = first;
  const snapshot = `/~snapshots/${snapshotId}/`;
  const addresses: readonly (readonly [string, string])[] = [
    [host, '/'],
    ['localhost:4001', `/p/${pageId}/`],
    [host, snapshot],
    [host, `${snapshot}archive.zip`],
    [host, '/~snapshots/'],
    [host, '/sitemap.xml'],
    [`${word}.localhost:4001`, `/${pageId}`],
  ];
  const answers = () => Promise.all(addresses.map(([at, path]) => origin.get(at, path)));
  const before = await answers();
  expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 302]);
  const from = performance.now();
  await origin.remove(first, true);
  await until('every address to answer 410', async () =>
    (await answers()).every(({ status }) => status === 410) ? true : null,
  );
  expect(performance.now() - from).toBeLessThan(1_000);
  await origin.remove(first, false);
  await until('every address to answer as before', async () =>
    (await answers()).every(({ status }, n) => status === before[n]?.status) ? true : null,
  );
  expect((await answers()).map(({ text }) => text)).toEqual(before.map(({ text }) => text));
});

// Verifies: editor.delete, content.visibility.
test('a private website that is deleted answers the same bytes as one that never existed', async () => {
  const word = await origin.found('private-sites');
  const first = await origin.publish({ html: PAGE_HTML, word });
  const { pageId, host, snapshotId } = first;
  const never = pageId + 1_000_000;
  const pathsOf = (id: number): readonly (readonly [string, string])[] => [
    [`p${id}.localhost:4001`, '/'],
    ['localhost:4001', `/p/${id}/`],
    [`p${id}.localhost:4001`, `/~snapshots/${snapshotId}/`],
    [`p${id}.localhost:4001`, `/~snapshots/${snapshotId}/archive.zip`],
    [`p${id}.localhost:4001`, '/~snapshots/'],
    [`${word}.localhost:4001`, `/${id}`],
  ];
  const answersOf = (id: number) =>
    Promise.all(
      pathsOf(id).map(async ([at, path]) => {
        const { status, text } = await origin.get(at, path);
        return { status, text };
      }),
    );
  const unknown = await answersOf(never);
  expect(unknown.map(({ status }) => status)).toEqual(unknown.map(() => 404));
  await origin.show(first, 'private');
  await until('the website to be private', async () =>
    (await origin.get(host, '/')).status === 404 ? true : null,
  );
  await origin.remove(first, true);
  // The state of the website was cached before the deletion. Without this hint (a message about a newer state) it would be
  // served for another second.
  await origin.hint(first, 3);
  expect(await answersOf(pageId)).toEqual(unknown);
});

// Verifies: worlds.taken-off.
test('a website that is taken off its World leaves it within a second and keeps its own address', async () => {
  const word = await origin.found('taken-off-sites');
  const first = await origin.publish({ html: PAGE_HTML, word, title: 'Taken off' });
  const { pageId, host } = first;
  const at = `${word}.localhost:4001`;
  const lists = async () =>
    Promise.all(
      ['/', '/feed.atom', '/sitemap.xml'].map(async (path) =>
        (await origin.get(at, path)).text.includes(`p${pageId}.`),
      ),
    );
  expect(await lists()).toEqual([true, true, true]);
  expect((await origin.get(at, `/${pageId}`)).status).toBe(302);
  const from = performance.now();
  await origin.takeOff(first, word, true);
  await until('every list of the World to be without it', async () =>
    (await lists()).some(Boolean) || (await origin.get(at, `/${pageId}`)).status !== 404
      ? null
      : true,
  );
  // The facts of a World are cached for one second.
  expect(performance.now() - from).toBeLessThan(2_000);
  expect(await origin.get(host, '/')).toMatchObject({ status: 200, text: PAGE_HTML });
});

import { expect, test } from 'vitest';
import { LISTED_PAGE_DOCUMENTS, type DocumentListingEntry } from './listed-document.ts';
import { SEARCH_FIELDS, type SearchField } from './search-document.ts';
import { documentOf, ENOUGH, words, type SearchTestHarness } from './search-rig.fixture.ts';

/** Registers the tests of builds, versions and listings of a search index. `searchConformance` calls it for every engine. */
export function buildConformance(rig: SearchTestHarness): void {
  const { begin, fill, find } = rig;

  test('a second run of the same documents writes nothing; a changed one replaces; an older one loses', async () => {
    await fill([
      documentOf('alpha:1', {
        title: 'first words',
        hash: 'a',
        stamp: 5,
        entities: ['creator:Old'],
      }),
      documentOf('alpha:2', { title: 'other', hash: 'b', stamp: 5 }),
    ]);
    const build = await begin('merge');
    const hashes = [...(await build.hashes())].map(([source, own]) => [source, [...own].sort()]);
    expect(hashes).toEqual([['alpha', ['a', 'b']]]);
    const same = await build.put({
      documents: [documentOf('alpha:1', { title: 'first words', hash: 'a', stamp: 5 })],
    });
    expect(same).toEqual({ added: 0, changed: 0, unchanged: 1, kept: 0 });
    const mixed = await build.put({
      documents: [
        documentOf('alpha:1', {
          title: 'second words',
          hash: 'a2',
          stamp: 6,
          entities: ['creator:New'],
        }),
        documentOf('alpha:2', { title: 'stale', hash: 'b0', stamp: 4 }),
        documentOf('alpha:3', { title: 'third', hash: 'c' }),
      ],
    });
    expect(mixed).toEqual({ added: 1, changed: 1, unchanged: 0, kept: 1 });
    const forced = await build.put({
      documents: [documentOf('alpha:2', { title: 'forced', hash: 'b0', stamp: 4 })],
      force: true,
    });
    expect(forced).toEqual({ added: 0, changed: 1, unchanged: 0, kept: 0 });
    expect(await build.entities()).toEqual([{ entity: 'creator:New', documents: 1 }]);
    await build.commit();
    expect(await find({ all: words('first') })).toEqual([]);
    expect(await find({ all: words('second') })).toEqual(['alpha:1']);
    expect(await find({ all: words('other') })).toEqual([]);
    expect((await rig.under.index.info())?.documents).toBe(3);
  });

  test('removes documents with their words and entities, and serves them until the commit', async () => {
    await fill([
      documentOf('alpha:1', { title: 'wave', entities: ['creator:Hokusai'] }),
      documentOf('alpha:2', { title: 'boat', entities: ['creator:Hokusai'] }),
      documentOf('beta:1', { title: 'boat', source: 'beta' }),
    ]);
    const build = await begin('merge');
    expect([...(await build.idsOf('alpha'))].sort()).toEqual(['alpha:1', 'alpha:2']);
    expect(await build.remove(['alpha:1', 'alpha:none'])).toBe(1);
    expect(await build.idsOf('alpha')).toEqual(['alpha:2']);
    expect(await build.entities()).toEqual([{ entity: 'creator:Hokusai', documents: 1 }]);
    expect((await build.vocabulary()).words).toEqual(['boat']);
    expect(await find({ all: words('wave') })).toEqual(['alpha:1']);
    expect((await build.commit()).documents).toBe(2);
    expect(await find({ all: words('wave') })).toEqual([]);
    expect(await find({ all: words('boat') })).toEqual(['alpha:2', 'beta:1']);
  });

  test('takes back a document that was removed', async () => {
    const kept = documentOf('alpha:1', { title: 'one' });
    await fill([kept, documentOf('alpha:2', { title: 'two' })]);
    const build = await begin('merge');
    const whole = await build.digest();
    await build.remove(['alpha:1']);
    expect(await build.put({ documents: [kept] })).toMatchObject({ added: 1 });
    expect(await build.digest()).toBe(whole);
    await build.abandon();
  });

  test('lists every document of the serving version, over all pages', async () => {
    const count = 2 * LISTED_PAGE_DOCUMENTS + 1;
    await fill(
      Array.from({ length: count }, (_, at) =>
        documentOf(`alpha:${at}`, { stamp: at, rank: at % 100 }),
      ),
    );
    const listed: DocumentListingEntry[] = [];
    for await (const page of rig.under.index.documents()) listed.push(...page);
    expect(new Set(listed.map(({ id }) => id)).size).toBe(count);
    expect(listed.find(({ id }) => id === 'alpha:7')).toEqual({
      id: 'alpha:7',
      source: 'alpha',
      hash: 'hash of alpha:7',
      stamp: 7,
      body: '{"id":"alpha:7","title":""}',
    });
  });

  test('a listing fails when another version begins to serve', async () => {
    const many = Array.from({ length: LISTED_PAGE_DOCUMENTS + 1 }, (_, at) =>
      documentOf(`alpha:${at}`, {}),
    );
    await fill(many);
    const pages = rig.under.index.documents()[Symbol.asyncIterator]();
    await pages.next();
    await fill(many);
    await rig.under.index.info();
    await expect(pages.next()).rejects.toMatchObject({ reason: 'building' });
  });

  test('tells its own vocabulary by field', async () => {
    const build = await begin('swap');
    await build.put({
      documents: [
        documentOf('alpha:1', { title: 'wave', creator: 'Hokusai' }),
        documentOf('alpha:2', { title: 'wave and hokusai' }),
      ],
    });
    const { words: known, documents } = await build.vocabulary();
    expect(known).toEqual(['and', 'hokusai', 'wave']);
    const of = (word: string, field: SearchField): number | undefined =>
      documents[known.indexOf(word) * SEARCH_FIELDS.length + SEARCH_FIELDS.indexOf(field)];
    expect([of('wave', 'title'), of('hokusai', 'creator'), of('hokusai', 'title')]).toEqual([
      2, 1, 1,
    ]);
    await build.abandon();
  });

  test('reads the words of all its documents, of every page once', async () => {
    const build = await begin('swap');
    const ids = Array.from({ length: 2_500 }, (_, at) => `alpha:${at}`);
    await build.put({
      documents: ids.map((id, at) =>
        documentOf(id, {
          title: `wave ${at}`,
          rank: at % 100,
          entities: ['creator:A', 'group:B'],
        }),
      ),
    });
    const read = [];
    for await (const page of build.documents()) read.push(...page);
    expect(read.map(({ id }) => id).sort()).toEqual([...ids].sort());
    const seventh = read.find(({ id }) => id === 'alpha:7');
    expect(seventh?.text.split('\n')[SEARCH_FIELDS.indexOf('title')]).toBe('wave 7');
    expect(seventh?.entities.split('\n')).toEqual(['creator:A', 'group:B']);
    await build.abandon();
  });

  test('goes on with a suspended build where its last batch ended, to the same content', async () => {
    const first = [documentOf('alpha:1', { title: 'one' })];
    const second = [documentOf('alpha:2', { title: 'two' })];
    const whole = await begin('swap');
    await whole.put({ documents: first });
    await whole.put({ documents: second });
    const digest = await whole.digest();
    await whole.abandon();

    const cut = await begin('swap');
    await cut.put({ documents: first, checkpoint: { key: 'file:x', value: '1' } });
    await cut.suspend();
    const resumed = await begin('swap', true);
    expect(resumed.resumed).toBe(true);
    expect(resumed.version).toBe(cut.version);
    expect([...(await resumed.checkpoints())]).toEqual([['file:x', '1']]);
    await resumed.put({ documents: second });
    expect(await resumed.digest()).toBe(digest);
    await resumed.abandon();
  });

  test('takes over no checkpoint of the build before, whose files may have changed since', async () => {
    const older = await begin('swap');
    await older.put({
      documents: [documentOf('alpha:1', { title: 'one' })],
      checkpoint: { key: 'file:x', value: '1' },
    });
    await older.suspend();
    await (await begin('swap', true)).commit();
    const merging = await begin('merge');
    await merging.put({ documents: [documentOf('alpha:2', { title: 'two' })] });
    await merging.suspend();
    const resumed = await begin('merge', true);
    expect([...(await resumed.checkpoints())]).toEqual([]);
    await resumed.abandon();
  });

  test('refuses a second build while one runs', async () => {
    const build = await begin('swap');
    await build.put({ documents: [documentOf('alpha:1', {})] });
    await expect(begin('swap')).rejects.toMatchObject({
      code: 'service_unavailable',
      reason: 'building',
    });
    await build.abandon();
  });

  test('keeps bytes beside a version, and goes back to the version before', async () => {
    const build = await begin('swap');
    const bytes = Buffer.alloc(3_000_000, 'lexicon ');
    await build.put({ documents: [documentOf('alpha:1', { title: 'older' })] });
    await build.setAttachment('lexicon', bytes);
    await build.commit();
    const side = await rig.under.index.attachment('lexicon');
    expect(Buffer.from(side?.bytes ?? []).equals(bytes)).toBe(true);
    await fill([documentOf('alpha:2', { title: 'newer' })]);
    expect(await find({ all: words('older') })).toEqual([]);
    expect(await rig.under.index.rollback()).toBe(true);
    expect(await find({ all: words('older') })).toEqual(['alpha:1']);
    expect(await find({ all: words('newer') })).toEqual([]);
  });

  test('shows a swap to every other reader, which never errs and never mixes two versions', async () => {
    await fill([
      documentOf('alpha:1', { title: 'swap one' }),
      documentOf('alpha:2', { title: 'swap one' }),
    ]);
    const other = rig.under.again();
    const seen = new Set<string>();
    let running = true;
    const loop = (async () => {
      while (running) {
        const found = await other.find([{ all: words('swap'), limit: 10 }], ENOUGH);
        seen.add(found.candidates.map(({ text }) => text.split('\n')[1]).join('|'));
      }
    })();
    await expect.poll(() => seen.size).toBe(1);
    await fill([
      documentOf('beta:1', { title: 'swap two' }),
      documentOf('beta:2', { title: 'swap two' }),
    ]);
    await expect.poll(() => seen.has('swap two|swap two')).toBe(true);
    running = false;
    await loop;
    expect([...seen].sort()).toEqual(['swap one|swap one', 'swap two|swap two']);
    await other.close();
  });
}

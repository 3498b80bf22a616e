import { systemClock } from '@bridge/kernel';
import { openSearch, type SearchIndex } from '@bridge/search';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { importArchive } from '../import/import-archive.ts';
import type { ImportResult } from '../import/events.ts';
import { indexTarget } from '../import/index-target.ts';

const folder = mkdtempSync(join(tmpdir(), 'bridge-deleted-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let index: SearchIndex;
let opened = 0;
beforeEach(() => {
  index = openSearch({ address: `file:${join(folder, `index-${opened++}`)}`, clock: systemClock });
});
afterEach(() => index.close());

/** Returns a page of a harvest: an OAI-PMH response with these records; null stands for a deleted record. */
function page(
  ...records: readonly (readonly [id: number, time: string, title: string | null])[]
): string {
  const list = records.map(([id, time, title]) => {
    const header = `<header${title === null ? ' status="deleted"' : ''}><identifier>oai:m.example:${id}</identifier><datestamp>2026-01-01T${time}Z</datestamp></header>`;
    const metadata = `<metadata><oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></oai_dc:dc></metadata>`;
    return `<record>${header}${title === null ? '' : metadata}</record>`;
  });
  return `<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>${list.join('')}</ListRecords></OAI-PMH>`;
}
let harvests = 0;
function harvestOf(...pages: readonly string[]): string[] {
  const number = harvests++;
  return pages.map((content, at) => {
    const path = join(folder, `${number}-${at}.xml`);
    writeFileSync(path, content);
    return path;
  });
}
async function importFiles(paths: readonly string[]): Promise<ImportResult> {
  return await importArchive(
    { paths },
    { target: indexTarget(index, systemClock), clock: systemClock },
  );
}
async function titles(...ids: readonly number[]): Promise<(string | null)[]> {
  const found = await index.get(ids.map((id) => `m-example:oai_m_example_${id}`));
  return ids.map((id) => {
    const body = found.find((one) => one.id.endsWith(`_${id}`))?.body;
    return body === undefined ? null : (JSON.parse(body) as { title: string }).title;
  });
}

test('a record that its publisher deleted leaves the archive, and is no bad record', async () => {
  await importFiles(harvestOf(page([1, '08:00:00', 'One'], [2, '08:00:00', 'Two'])));
  const result = await importFiles(harvestOf(page([1, '09:00:00', null], [7, '09:00:00', null])));
  expect(result).toMatchObject({
    exit: 0,
    documents: 1,
    sources: [{ read: 2, bad: 0, removed: 1 }],
  });
  expect(await titles(1, 2)).toEqual([null, 'Two']);
});

test('a harvest that is imported again ends in the same state, though it deletes and restores a record', async () => {
  const pages = harvestOf(
    page([1, '08:00:00', 'First'], [2, '08:00:00', 'Other']),
    page([1, '09:00:00', null]),
    page([1, '10:00:00', 'Restored'], [2, '10:00:00', 'Changed']),
  );
  await importFiles(pages);
  expect(await titles(1, 2)).toEqual(['Restored', 'Changed']);
  await importFiles(pages);
  expect(await titles(1, 2)).toEqual(['Restored', 'Changed']);
});

test('a record that is deleted and restored on one page stays', async () => {
  await importFiles(harvestOf(page([1, '08:00:00', 'One'])));
  await importFiles(harvestOf(page([1, '09:00:00', null], [1, '10:00:00', 'Again'])));
  expect(await titles(1)).toEqual(['Again']);
});

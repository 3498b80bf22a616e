import { expect, test } from 'vitest';
import { TestArchive, testRecord } from '../archive.fixture.ts';

const titled = (count: number, title: string, id: string) =>
  Array.from({ length: count }, (_, at) => testRecord(`${id}${at}`, { title: `${title} ${at}` }));
// More records than an interpretation may find, with both words and with one of them.
const archive = TestArchive.of([
  ...titled(260, 'Windmill with lantern', 'both'),
  ...titled(200, 'Windmill', 'one'),
]);

// Verifies: search.total.
test('a total that a limit of the search determines is a lower bound', async () => {
  const { total } = await archive.search('windmill lantern');
  expect(total.records).toBeGreaterThan(260);
  expect(total.records).toBeLessThan(460);
  expect(total.isAtLeast).toBe(true);
});

// Verifies: search.total.
test('the total of one word is exact, although more records hold it than the search compares', async () => {
  const { total } = await archive.search('windmill');
  expect(total).toEqual({ records: 460, isAtLeast: false });
});

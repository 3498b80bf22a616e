import { expect, test } from 'vitest';
import { TestArchive, testRecord } from '../archive.fixture.ts';

const archive = TestArchive.of([
  testRecord('rare', { title: 'The constructor of bridges' }),
  ...Array.from({ length: 20 }, (_, at) => testRecord(`${at}`, { title: 'The constructro' })),
]);

test('a word that every JavaScript object has as a member is expanded like any other', async () => {
  const { understood } = await archive.search('constructor bridges');
  expect(understood.expanded['constructor']).toEqual(['constructro']);
});

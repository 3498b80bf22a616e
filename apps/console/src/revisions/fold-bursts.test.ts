import type { ConsoleRevision } from '@bridge/contracts';
import { expect, test } from 'vitest';
import { foldBursts } from './fold-bursts.ts';

function revisionOf(
  revision: number,
  actor: string,
  minute: number,
  published = false,
): ConsoleRevision {
  const at = new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString();
  // The cast is safe because foldBursts reads only these members.
  return { revision, actor, at, published } as ConsoleRevision;
}
const folded = (revisions: readonly ConsoleRevision[], draft: number): readonly string[] =>
  foldBursts(revisions, draft).map((burst) =>
    burst.revisions.map(({ revision }) => revision).join(' '),
  );

// Verifies: console.revisions.
test('revisions of one agent that follow each other closely are one burst', () => {
  const revisions = [
    revisionOf(8, 'key_a', 40),
    revisionOf(7, 'key_a', 39),
    revisionOf(6, 'key_a', 38),
    revisionOf(5, 'key_a', 37),
    revisionOf(4, 'key_b', 36),
    revisionOf(3, 'key_b', 35),
    revisionOf(2, 'owner', 34),
    revisionOf(1, 'owner', 33),
  ];
  expect(folded(revisions, 8)).toEqual(['8', '7 6 5', '4', '3', '2', '1']);
});

test('a pause of more than ten minutes and a published revision end a burst', () => {
  const agent = (revision: number, minute: number, published = false) =>
    revisionOf(revision, 'key_a', minute, published);
  expect(folded([agent(4, 50), agent(3, 39), agent(2, 38), agent(1, 37)], 9)).toEqual([
    '4',
    '3 2 1',
  ]);
  const split = [agent(5, 5), agent(4, 4), agent(3, 3, true), agent(2, 2), agent(1, 1)];
  expect(folded(split, 9)).toEqual(['5', '4', '3', '2', '1']);
});

import { expect, it } from 'vitest';
import { TortureRunHistory } from '../history.ts';
import { checkMarks } from './check-marks.ts';
import type { SeenRevision } from './revisions-seen.ts';
import { htmlOf } from './slots.ts';

/** Checks these revisions, of which the last is the newest, and returns the reported faults. */
async function foundIn(revisions: readonly SeenRevision[], givenUp: readonly string[] = []) {
  const history = new TortureRunHistory();
  const last = revisions.at(-1)?.html ?? '';
  const seen = {
    pageId: 1,
    top: revisions.length,
    get: (revision: number) => revisions[revision - 1],
    htmlOf: async (revision: number) => revisions[revision - 1]?.html ?? '',
  };
  const person = { givenUp: new Set(givenUp), doubled: new Set<string>(), marks: 2 };
  await checkMarks({ history, seen, person, last });
  return history.findings.map(({ what }) => what);
}

function saved(line: string, restored: number | null = null): SeenRevision {
  return { html: htmlOf([[line]]), by: 'person', restored };
}

it('a mark that was incomplete in a restored revision may stay incomplete', async () => {
  const revisions = [saved('<p>m1'), saved('<p>m1;'), saved('<p>m1', 1), saved('<p>m1m2;')];
  expect(await foundIn(revisions, ['m1;'])).toEqual([]);
});

it('a mark of which the last text has only a part is found', async () => {
  expect(await foundIn([saved('<p>m1'), saved('<p>m1m2;')], ['m1;'])).toEqual([
    'the last text: torn: <p>m1m2;',
  ]);
});

it('a mark that no text contains any more is found', async () => {
  expect(await foundIn([saved('<p>m1;'), saved('<p>m2;')])).toEqual([
    'r2 of person: m1; lost',
    'the last text: m1; lost',
  ]);
});

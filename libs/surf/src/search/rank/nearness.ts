import { FIELD_AT } from '../lexicon/field-at.ts';
import type { BestQueryUnitMatchInRecord } from '../terms/unit.ts';
import type { FieldsByWord } from './word-fields.ts';

/**
 * Returns how close the units (words, names) of the query are to each other in the title of the document in `wordFields`, 0 to
 * 1. Two things far apart in a long title may be unrelated. Makers do not count, because they have their own field.
 */
export function nearness(
  found: readonly (BestQueryUnitMatchInRecord | null)[],
  wordFields: FieldsByWord,
): number {
  const inTitle = found.filter((one) => one?.field === 'title' && one.unit.kind !== 'creator');
  if (inTitle.length < 2) return 0;
  const title = wordFields.field(FIELD_AT.title).split(' ');
  let first = title.length;
  let last = 0;
  for (const one of inTitle) {
    const at = title.indexOf(one?.words[0] ?? '');
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  return (inTitle.length / found.length) * Math.min(1, inTitle.length / (last - first + 1));
}

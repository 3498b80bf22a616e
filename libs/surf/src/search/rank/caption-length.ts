import { FIELD_AT } from '../lexicon/field-at.ts';
import type { BestQueryUnitMatchInRecord } from '../terms/unit.ts';
import type { FieldsByWord } from './word-fields.ts';

/** Number of words beyond which a title counts as a caption, which lists many things. */
const CAPTION_WORDS = 16;
/**
 * Amount by which each word beyond `CAPTION_WORDS` lowers the factor for the score of a caption. The factor begins at 1 and is
 * at least `CAPTION_SHARE_MIN`.
 */
const PER_WORD = 0.02;
const CAPTION_SHARE_MIN = 0.7;

/**
 * Lowers the scores of matches in a long title that is a caption, because each of the many things that it lists is a small part
 * of the picture. Changes nothing when the query has only one unit (word, name or time).
 */
export function discountCaption(
  found: readonly (BestQueryUnitMatchInRecord | null)[],
  wordFields: FieldsByWord,
): readonly (BestQueryUnitMatchInRecord | null)[] {
  if (found.length < 2) return found;
  const share = captionShare(wordFields.field(FIELD_AT.title));
  if (share === 1) return found;
  return found.map((one) => (one?.field === 'title' ? { ...one, worth: one.worth * share } : one));
}

function captionShare(title: string): number {
  let words = 1;
  for (let at = title.indexOf(' '); at !== -1; at = title.indexOf(' ', at + 1)) words += 1;
  return Math.max(CAPTION_SHARE_MIN, 1 - PER_WORD * Math.max(0, words - CAPTION_WORDS));
}

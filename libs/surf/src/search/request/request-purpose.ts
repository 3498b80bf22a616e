import type { SearchQueryToken } from './request-tokens.ts';

const DETERMINERS: ReadonlySet<string> = new Set('my our a an the this some'.split(' '));
const OWN: ReadonlySet<string> = new Set(['my', 'our']);
/**
 * Things for which a picture is used, such as a website. "for my website" is not searched, because works of the archive are
 * seldom such things.
 */
const USES: ReadonlySet<string> = new Set(
  `website websites site blog homepage webpage page webshop shop store app presentation slide slides slideshow article newsletter project
  header banner background wallpaper assignment essay lesson class moodboard portfolio startup company brochure flyer`.split(
    /\s+/,
  ),
);
/**
 * Things for which a picture is used but that works of the archive may also be, such as a book. They are a purpose only after
 * "my", "our" or "use".
 */
const OWN_USES: ReadonlySet<string> = new Set(
  'book books cover poster card cards invitation magazine album film video exhibition house home room wall bedroom kitchen office'.split(
    ' ',
  ),
);
/** Maximum number of words between "my" and the thing: "for my small gardening blog". */
const BETWEEN_MAX = 2;

/**
 * Returns the number of words (tokens) of the purpose of a request that begins at a token: three ("for my website") in "for my
 * website about birds"; 0 when none begins there.
 */
export function purposeLengthAt(tokens: readonly SearchQueryToken[], at: number): number {
  if (tokens[at]?.word !== 'for' || tokens[at].endsClause) return 0;
  const determiner = tokens[at + 1]?.word ?? '';
  if (!DETERMINERS.has(determiner)) return 0;
  // In "pictures that I can use for a book", the book is a purpose and not a wanted work.
  const isOwn = OWN.has(determiner) || tokens[at - 1]?.word === 'use';
  let found = 0;
  for (let next = at + 2; next <= at + 2 + BETWEEN_MAX; next++) {
    const { word = '', endsClause = true } = tokens[next] ?? {};
    const isUse = USES.has(word) || (isOwn && OWN_USES.has(word));
    if (isUse) found = next + 1 - at;
    if (endsClause || word === 'about' || word === 'of' || word === 'with') break;
  }
  return found;
}

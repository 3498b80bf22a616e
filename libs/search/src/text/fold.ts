/**
 * Letters that Unicode does not decompose, with the spelling that people type. German "ue" for ü is not included, because
 * "ue" is common in other languages; name variants connect "Duerer" and "Dürer".
 */
const LETTERS: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ŀ: 'l',
  ʼ: "'",
  '’': "'",
  '‘': "'",
  '`': "'",
  ʹ: "'",
  ʿ: "'",
  ʾ: "'",
  '´': "'",
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');
const ASCII = /^[\x20-\x7e]*$/;
const MARKS = /\p{M}+/gu;
/** Matches apostrophes, which are replaced first: NFKD would turn ´ into a blank and a combining mark. */
const APOSTROPHES = /[´`’‘]/gu;

/** Converts a text to one spelling: lower case, no accents, no ligatures, plain apostrophes. Repeating it changes nothing. */
export function fold(text: string): string {
  if (ASCII.test(text)) {
    const lower = text.toLowerCase();
    return lower.includes('`') ? lower.replaceAll('`', "'") : lower;
  }
  let folded = text;
  // Lower-casing a decomposed capital may allow another decomposition (as in "İ"), so both steps repeat until stable.
  for (let round = 0; round < 4; round++) {
    const next = folded
      .replace(APOSTROPHES, "'")
      .normalize('NFKD')
      .toLowerCase()
      .replace(MARKS, '')
      .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter);
    if (next === folded) break;
    folded = next;
    // Further rounds would not change ASCII text; nearly every text is ASCII after one round.
    if (ASCII.test(folded)) break;
  }
  return folded;
}

/**
 * Letters that Unicode does not decompose and that readers type without their diacritic. German digraphs (ü as "ue")
 * are not included, because "ue" is an ordinary pair of letters elsewhere: name variants connect "Duerer" and "Dürer".
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
/**
 * Matches apostrophes. They are replaced first, because compatibility decomposition turns ´ into a blank and a mark.
 */
const APOSTROPHES = /[´`’‘]/gu;

/**
 * Folds a text to one spelling: lower case, no accents, no ligatures, plain apostrophes. Idempotent. Documents and queries
 * are folded by this function before they reach an engine (ADR 010).
 */
export function fold(text: string): string {
  if (ASCII.test(text)) {
    const lower = text.toLowerCase();
    return lower.includes('`') ? lower.replaceAll('`', "'") : lower;
  }
  let folded = text;
  // The lower case of a decomposed capital may decompose again (as in "İ"), so both steps are repeated until the text
  // is stable.
  for (let round = 0; round < 4; round++) {
    const next = folded
      .replace(APOSTROPHES, "'")
      .normalize('NFKD')
      .toLowerCase()
      .replace(MARKS, '')
      .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter);
    if (next === folded) break;
    folded = next;
    // ASCII text is stable, and nearly every text is ASCII after one round.
    if (ASCII.test(folded)) break;
  }
  return folded;
}

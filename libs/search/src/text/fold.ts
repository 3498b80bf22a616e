/**
 * Letters that Unicode does not decompose but readers type without their sign. German digraphs (ü as "ue") are not
 * here: "Duerer" and "Dürer" meet through name variants, because "ue" is an ordinary pair of letters elsewhere.
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
/** What an apostrophe is typed as; compatibility decomposition would tear ´ into a blank and a mark. */
const APOSTROPHES = /[´`’‘]/gu;

/**
 * One spelling for what readers take for the same: lower case, no accents, no ligatures, plain apostrophes.
 * Idempotent. Every engine sees text that went through this one function (ADR 010).
 */
export function fold(text: string): string {
  if (ASCII.test(text)) {
    const lower = text.toLowerCase();
    return lower.includes('`') ? lower.replaceAll('`', "'") : lower;
  }
  let folded = text;
  // Lower case of a decomposed capital may decompose once more (as in "İ"), so go on until nothing moves.
  for (let round = 0; round < 4; round++) {
    const next = folded
      .replace(APOSTROPHES, "'")
      .normalize('NFKD')
      .toLowerCase()
      .replace(MARKS, '')
      .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter);
    if (next === folded) break;
    folded = next;
    // Nearly every text is plain letters after one round, and those stay as they are.
    if (ASCII.test(folded)) break;
  }
  return folded;
}

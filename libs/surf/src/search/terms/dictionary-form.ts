/**
 * Endings that are removed from a foreign word to find its dictionary form ("windmolens", "flores", "kwiatami"), in the order
 * in which they are tried. The first one removes nothing; of the others, a longer one precedes each that it ends with.
 */
const DICTIONARY_ENDINGS = [
  '',
  'nen',
  'ego',
  'ich',
  'ych',
  'ого',
  'ой',
  'ая',
  'ый',
  'ий',
  'ом',
  'ам',
  'ni',
  'ny',
  'ы',
  'и',
  'у',
  'е',
  'а',
  'я',
  'ami',
  'owa',
  'owe',
  'owy',
  'ow',
  'en',
  'es',
  'er',
  'ns',
  'iem',
  'em',
  'om',
  'ie',
  'ia',
  'n',
  'e',
  's',
  'i',
  'y',
  'u',
  'a',
] as const;
/**
 * Endings that are added to a word after an ending was removed, because a dictionary form may have an ending: "vasi" → "vas" →
 * "vaso".
 */
const OWN_ENDINGS = ['', 'e', 'o', 'a', 'y', 'а', 'я', 'ь'] as const;
const DICTIONARY_CHARS_MIN = 3;
const INFLECTED_CHARS_MIN = 4;

/** Returns the dictionary form of a word in another language: the word itself, or one of `terms` of which it is a form. */
export function dictionaryForm(word: string, terms: ReadonlySet<string>): string {
  if (terms.has(word) || word.length < INFLECTED_CHARS_MIN) return word;
  for (const ending of DICTIONARY_ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const base = word.slice(0, word.length - ending.length);
    if (base.length < Math.max(DICTIONARY_CHARS_MIN, ending.length + 1)) continue;
    // The index stores "affiches" as "affich", so "e" is also added to words that end in "ch".
    const owns = ending !== '' ? OWN_ENDINGS : base.endsWith('ch') ? ['e'] : [];
    for (const own of owns) if (terms.has(`${base}${own}`)) return `${base}${own}`;
  }
  return word;
}

import { readArtTerms } from '@bridge/archive';
import { indexWords } from '@bridge/search';
import { type Term, Terms } from './terms.ts';
import type { Alternative } from './unit.ts';

/** Score (0 to 1) of a match with the name of the same term in another language. */
const TRANSLATED = 0.9;
/** Shortest foreign term that is expanded to English: a shorter one often means something else in a title. */
const LEADS_CHARS_MIN = 5;
/** Maximum number of equivalents of a term, because each is searched. */
const EQUIVALENTS_MAX = 14;

/** Endings of other word forms, longest first: "windmolens", "flores", "blumen". */
const WORD_FORM_ENDINGS = [
  'nen',
  'en',
  'es',
  'er',
  'ns',
  'n',
  'e',
  's',
  'i',
  'y',
  'a',
  'ow',
  'owa',
  'owe',
  'owy',
  'ami',
] as const;
const WORD_FORM_CHARS_MIN = 4;

/** The names in other languages to which a query's art term (a subject or kind of work) is expanded. */
interface ArtTerm {
  /** The name has another meaning in another language. */
  readonly isAmbiguous: boolean;
  /** The name is an English word with another meaning, so it is expanded only in a query of another language. */
  readonly isEnglish: boolean;
  /** Terms to which the other names are expanded. */
  readonly leads: readonly (readonly string[])[];
}

let artTerms: { readonly terms: Terms<ArtTerm>; readonly single: ReadonlySet<string> } | null =
  null;

function table(): NonNullable<typeof artTerms> {
  if (artTerms !== null) return artTerms;
  const terms = new Terms<ArtTerm>();
  const single = new Set<string>();
  for (const { english, others } of readArtTerms()) {
    const all = [
      ...english,
      ...others.filter(({ isAmbiguous }) => !isAmbiguous).map(({ text }) => text),
    ];
    const leads = all
      .map((text) => indexWords(text))
      .filter((words, at) => at < english.length || words.join('').length >= LEADS_CHARS_MIN);
    const names = [
      ...english.map((text) => ({ text, isAmbiguous: false, isEnglish: false })),
      ...others,
    ];
    for (const { text, isAmbiguous, isEnglish } of names) {
      const words = indexWords(text);
      terms.add(words, { isAmbiguous, isEnglish, leads: leads.slice(0, EQUIVALENTS_MAX + 1) });
      if (words.length === 1 && !isAmbiguous) single.add(words[0] ?? '');
    }
  }
  artTerms = { terms, single };
  return artTerms;
}

/** Returns the dictionary form of a word: the word itself, or the word without an ending of another language. */
function baseOf(word: string): string {
  const { single } = table();
  if (single.has(word) || word.length < WORD_FORM_CHARS_MIN) return word;
  for (const ending of WORD_FORM_ENDINGS) {
    const base = word.endsWith(ending) ? word.slice(0, -ending.length) : '';
    if (base.length < WORD_FORM_CHARS_MIN - 1) continue;
    for (const form of [base, `${base}e`, `${base}o`, `${base}a`])
      if (single.has(form)) return form;
  }
  return word;
}

/** True when an unambiguous art term of another language than English begins at this word. */
export function isForeignTermAt(words: readonly string[], at: number): boolean {
  const [first] = table().terms.longestAt(words, at);
  return (
    first !== undefined &&
    !first.of.isAmbiguous &&
    !first.of.leads[0]?.includes(first.words[0] ?? '')
  );
}

/** True for another form of the name of an art term in another language, such as the plural "plakaty". */
export function isForeignForm(word: string): boolean {
  const base = baseOf(word);
  return base !== word && isForeignName(base);
}

/** True when the word is the name of an art term in other languages but not in English. */
export function isForeignName(word: string): boolean {
  const named = table().terms.longestAt([word], 0);
  return named.length > 0 && named.every(({ of: { leads } }) => leads[0]?.includes(word) !== true);
}

/**
 * Returns the longest art terms of the multilingual list that begin at this word, with their equivalents; null when
 * there is none.
 */
export function artTermsAt(
  words: readonly string[],
  at: number,
  isForeign: boolean,
): { readonly length: number; readonly others: readonly Alternative[] } | null {
  const { terms } = table();
  let longest: readonly Term<ArtTerm>[] = terms
    .longestAt(words, at)
    .filter(({ of: { isEnglish } }) => isForeign || !isEnglish);
  let own = words.slice(at, at + (longest[0]?.words.length ?? 0)).join(' ');
  if (longest.length === 0) {
    if (!isForeign && words.length > 1) return null;
    const base = baseOf(words[at] ?? '');
    if (base === words[at]) return null;
    longest = terms.longestAt([base], 0);
    own = words[at] ?? '';
  }
  const length = longest[0]?.words.length;
  if (length === undefined) return null;
  const others = new Map<string, Alternative>();
  for (const { of: line } of longest)
    for (const lead of line.leads) {
      const key = lead.join(' ');
      if (key !== own && key !== '') others.set(key, { words: lead, worth: TRANSLATED });
    }
  return { length, others: [...others.values()] };
}

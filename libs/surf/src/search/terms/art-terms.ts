import { readArtTerms } from '@bridge/archive';
import { indexWords } from '@bridge/search';
import { dictionaryForm } from './dictionary-form.ts';
import type { QueryTermEquivalents } from './equivalents.ts';
import { type TermLookupTableEntry, TermLookupTable } from './terms.ts';
import type { QueryUnitAlternative } from './unit.ts';

/** Score (0 to 1) of a record that contains the term of the query in another language. */
const TRANSLATED = 0.9;
/**
 * Minimum length, in letters, of a foreign name of an art term that is searched as an equivalent. A shorter one often means
 * something else in a title.
 */
const LEADS_CHARS_MIN = 5;
/** Maximum number of other names, in English and other languages, that are searched for a name of an art term. */
const EQUIVALENTS_MAX = 14;

/** One name of an art term (a subject or kind of work) in one language, with the names that are searched as its equivalents. */
interface ArtTermNameEquivalents {
  /**
   * True when the name also means something else in another language. It is then not searched as an equivalent of the other
   * names.
   */
  readonly isAmbiguous: boolean;
  /**
   * True when the name is also an English word with another meaning. It is then replaced by its equivalents only in a query of
   * another language.
   */
  readonly isEnglish: boolean;
  /** The names of the same term that are searched as equivalents: the English ones first, then the unambiguous ones. */
  readonly leads: readonly (readonly string[])[];
}

let artTerms: {
  readonly terms: TermLookupTable<ArtTermNameEquivalents>;
  /** The names of art terms that are unambiguous and consist of one word. */
  readonly single: ReadonlySet<string>;
  readonly singleOrAmbiguous: ReadonlySet<string>;
} | null = null;

function table(): NonNullable<typeof artTerms> {
  if (artTerms !== null) return artTerms;
  const terms = new TermLookupTable<ArtTermNameEquivalents>();
  const single = new Set<string>();
  const singleOrAmbiguous = new Set<string>();
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
      if (words.length !== 1) continue;
      singleOrAmbiguous.add(words[0] ?? '');
      if (!isAmbiguous) single.add(words[0] ?? '');
    }
  }
  artTerms = { terms, single, singleOrAmbiguous };
  return artTerms;
}

/** True when an unambiguous art term (a subject or kind of work) of another language than English begins at this word. */
export function isForeignTermAt(words: readonly string[], at: number): boolean {
  const [first] = table().terms.longestAt(words, at);
  return (
    first !== undefined &&
    !first.value.isAmbiguous &&
    !first.value.leads[0]?.includes(first.words[0] ?? '')
  );
}

/**
 * True for an inflected form, such as the plural "plakaty", of an unambiguous art term in another language than English.
 * `isForeign`: the query is in another language, so names with several meanings count too.
 */
export function isForeignForm(word: string, isForeign = false): boolean {
  const { single, singleOrAmbiguous } = table();
  const base = dictionaryForm(word, isForeign ? singleOrAmbiguous : single);
  return base !== word && isForeignName(base);
}

/** True when the word is the name of an art term in other languages but not in English. */
export function isForeignName(word: string): boolean {
  const named = table().terms.longestAt([word], 0);
  return (
    named.length > 0 && named.every(({ value: { leads } }) => leads[0]?.includes(word) !== true)
  );
}

/**
 * Returns the number of words of the longest art term that begins at this word, and its equivalents in all languages; null when
 * there is none.
 */
export function artTermsAt(
  words: readonly string[],
  at: number,
  isForeign: boolean,
): QueryTermEquivalents | null {
  const { terms, single, singleOrAmbiguous } = table();
  let longest: readonly TermLookupTableEntry<ArtTermNameEquivalents>[] = terms
    .longestAt(words, at)
    .filter(({ value: { isEnglish } }) => isForeign || !isEnglish);
  let own = words.slice(at, at + (longest[0]?.words.length ?? 0)).join(' ');
  if (longest.length === 0) {
    if (!isForeign && words.length > 1) return null;
    const base = dictionaryForm(words[at] ?? '', isForeign ? singleOrAmbiguous : single);
    if (base === words[at]) return null;
    longest = terms.longestAt([base], 0);
    own = words[at] ?? '';
  }
  const length = longest[0]?.words.length;
  if (length === undefined) return null;
  const others = new Map<string, QueryUnitAlternative>();
  for (const { value: line } of longest)
    for (const lead of line.leads) {
      const key = lead.join(' ');
      if (key !== own && key !== '') others.set(key, { words: lead, worth: TRANSLATED });
    }
  return { length, others: [...others.values()] };
}

import { visible } from '@bridge/archive';
import { SEARCH_SOURCES } from '@bridge/contracts';
import { type FacetAndYearFilter, foldedWords, indexWords } from '@bridge/search';
import { eraPart, timeParts } from './time-parts.ts';
import {
  applyFilter,
  type SearchFilterParseState,
  filterNamed,
  excludeTypes,
  whyIgnored,
} from './filters.ts';

/** The text of a query split into words, filters, quoted phrases and exclusions. */
export interface QueryWordsPhrasesAndFilters {
  /** The words outside filters and phrases, as typed. */
  readonly words: readonly string[];
  readonly phrases: readonly (readonly string[])[];
  readonly excluded: readonly (readonly string[])[];
  readonly creators: readonly (readonly string[])[];
  /** Makers whose works are excluded: those of `-creator:turner`. */
  readonly excludedCreators: readonly (readonly string[])[];
  readonly like: string | null;
  readonly filter: FacetAndYearFilter;
  /** The applied filters, as the answer shows them. */
  readonly shown: Readonly<Record<string, string>>;
  /** Filters that were not applied, each with the reason and the accepted values. */
  readonly ignored: readonly string[];
}

const QUERY_CHARS_MAX = 300;
const QUERY_WORDS_MAX = 40;
const PHRASES_MAX = 4;
const QUOTES = /[“”„«»‟＂]/g;
const PART = /(-)?(?:([\p{L}_]{2,12}):)?(?:"([^"]*)"|([^\s"]+))/gu;

/** A `QueryWordsPhrasesAndFilters` while the text is being read. */
interface QueryTextParseState extends SearchFilterParseState {
  readonly words: string[];
  readonly phrases: (readonly string[])[];
  readonly excluded: (readonly string[])[];
  readonly excludedCreators: (readonly string[])[];
  readonly not: SearchFilterParseState['facets'];
  readonly shown: Record<string, string>;
  readonly ignored: string[];
  readonly sources: readonly string[];
}

/**
 * Separates filters (`type:poster`, `date:1920..1930`), quoted phrases and exclusions (`-print`) from the words of a query.
 * Never throws: a filter with an unknown name or value is reported in `ignored`; where the value may be ordinary words, they
 * are searched. `sources`: the collections of the index; empty accepts any (ADR 030).
 */
export function readQueryText(
  query: string,
  sources: readonly string[] = [],
): QueryWordsPhrasesAndFilters {
  const draft: QueryTextParseState = {
    words: [],
    phrases: [],
    excluded: [],
    excludedCreators: [],
    not: {},
    creators: [],
    like: null,
    facets: {},
    years: undefined,
    shown: {},
    ignored: [],
    sources,
  };
  const text = visible([...query].slice(0, QUERY_CHARS_MAX).join(''), QUERY_CHARS_MAX * 2).replace(
    QUOTES,
    '"',
  );
  let skipped = 0;
  for (const [whole, minus, key, quoted, bare] of text.matchAll(PART)) {
    if (draft.words.length >= QUERY_WORDS_MAX) {
      skipped += 1;
      continue;
    }
    take(draft, {
      whole,
      excluded: minus !== undefined,
      key: key?.toLowerCase(),
      quoted,
      value: quoted ?? bare ?? '',
    });
  }
  if (skipped > 0) draft.ignored.push(`${skipped} parts beyond the first ${QUERY_WORDS_MAX} words`);
  const filter: FacetAndYearFilter = {
    ...(Object.keys(draft.facets).length === 0 ? {} : { facets: draft.facets }),
    ...(draft.years === undefined ? {} : { years: draft.years }),
    ...(Object.keys(draft.not).length === 0 ? {} : { not: draft.not }),
  };
  const { words, phrases, excluded, creators, excludedCreators, like, shown, ignored } = draft;
  return { words, phrases, excluded, creators, excludedCreators, like, filter, shown, ignored };
}

/** A part of a query between blanks: an exclusion (`-`), a filter (`key:value`), a quoted phrase or a word. */
interface QuerySyntaxToken {
  readonly whole: string;
  readonly excluded: boolean;
  readonly key: string | undefined;
  readonly quoted: string | undefined;
  readonly value: string;
}

function take(
  draft: QueryTextParseState,
  { whole, excluded, key, quoted, value }: QuerySyntaxToken,
): void {
  if (key !== undefined) {
    if (excluded) excludeFilter(draft, { whole, key, value });
    else takeFilter(draft, { whole, key, value });
    return;
  }
  const words = indexWords(value);
  if (excluded && words.length > 0) exclude(draft, words, value);
  else if (quoted !== undefined) {
    if (words.length > 1 && draft.phrases.length < PHRASES_MAX)
      draft.phrases.push(words.slice(0, 12));
    else if (words.length > 0) draft.words.push(value);
  } else if (foldedWords(value).length > 0)
    draft.words.push(...(timeParts(value) ?? [eraPart(value, draft.words.at(-1) ?? '') ?? value]));
}

/**
 * Adds a text to the description of a condition, such as `not`, that the answer shows. A query may contain the condition
 * several times.
 */
export function addShown(shown: Record<string, string>, name: string, text: string): void {
  const before = shown[name];
  shown[name] = before === undefined ? text : `${before}, ${text}`;
}

/** Names of the filters whose unknown values are searched as words: "type:bronze" finds bronzes. */
const VALUES_ARE_WORDS: ReadonlySet<string | null> = new Set(['type', 'creator']);
/**
 * Matches a part of a query (text between blanks) that is probably meant as a filter: a lower-case word before a colon. The
 * titles of works begin with a capital.
 */
const LIKE_A_FILTER = /^[\p{Ll}_]+:(?!\d|\/\/)/u;

/** A filter of the form `key:value`; `value` is without quotes. */
interface KeyValueFilterText {
  readonly whole: string;
  readonly key: string;
  readonly value: string;
}

function exclude(draft: QueryTextParseState, words: readonly string[], value: string): void {
  draft.excluded.push(words.slice(0, 8));
  addShown(draft.shown, 'not', visible(value, 60));
}

/**
 * Excludes the types of `-type:poster` or the maker of `-creator:turner`; a type that is not known is excluded as words. No
 * other filter can be negated.
 */
function excludeFilter(
  draft: QueryTextParseState,
  { whole, key, value }: KeyValueFilterText,
): void {
  const name = filterNamed(key);
  const words = indexWords(value);
  if (name === 'type' && excludeTypes(value, draft.not)) {
    addShown(draft.shown, 'not', visible(value, 60));
  } else if (words.length > 0 && name === 'creator') {
    draft.excludedCreators.push(words);
    addShown(draft.shown, 'not', visible(value, 60));
  } else if (words.length > 0 && name === 'type') exclude(draft, words, value);
  else
    draft.ignored.push(
      `${visible(whole, 60)} (words, types and makers can be excluded, nothing else)`,
    );
}

/** Applies a filter, or reports why it is not applied. */
function takeFilter(draft: QueryTextParseState, { whole, key, value }: KeyValueFilterText): void {
  const name = filterNamed(key);
  // `moma:79802` is the id of a record, and a part with a capital before the colon may be a title. Both are searched as words.
  const ids: readonly string[] = draft.sources.length > 0 ? draft.sources : SEARCH_SOURCES;
  if (name === null && (ids.includes(key) || !LIKE_A_FILTER.test(whole))) {
    draft.words.push(whole);
    return;
  }
  if (name !== null && applyFilter(name, value, draft, draft.sources)) {
    const before = draft.shown[name];
    if (before !== undefined && name === 'creator') {
      addShown(draft.shown, name, visible(value, 60));
      return;
    }
    if (before !== undefined)
      draft.ignored.push(`${name}:${before} (given again as ${visible(whole, 60)})`);
    draft.shown[name] = visible(value, 100);
    return;
  }
  draft.ignored.push(whyIgnored(visible(whole, 60), name, draft.sources));
  if (VALUES_ARE_WORDS.has(name) && foldedWords(value).length > 0) draft.words.push(value);
}

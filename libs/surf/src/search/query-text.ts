import { visible } from '@bridge/archive';
import { SEARCH_SOURCES } from '@bridge/contracts';
import { type Filter, foldedWords, indexWords } from '@bridge/search';
import { applyFilter, type FilterDraft, filterNamed, whyIgnored } from './filters.ts';

/** What stands in a query's text besides its words: filters, phrases, exclusions. */
export interface QueryText {
  /** What is left, as it was typed. */
  readonly words: readonly string[];
  readonly phrases: readonly (readonly string[])[];
  readonly excluded: readonly (readonly string[])[];
  readonly creators: readonly (readonly string[])[];
  readonly like: string | null;
  readonly filter: Filter;
  /** The filters as they were understood, for the answer. */
  readonly shown: Readonly<Record<string, string>>;
  /** Filters that were not applied, each with the reason and what exists instead. */
  readonly ignored: readonly string[];
}

const QUERY_CHARS_MAX = 300;
const QUERY_WORDS_MAX = 40;
const PHRASES_MAX = 4;
const QUOTES = /[“”„«»‟＂]/g;
const PART = /(-)?(?:([\p{L}_]{2,12}):)?(?:"([^"]*)"|([^\s"]+))/gu;

/** What a query's text comes to, while it is read. */
interface Draft extends FilterDraft {
  readonly words: string[];
  readonly phrases: (readonly string[])[];
  readonly excluded: (readonly string[])[];
  readonly shown: Record<string, string>;
  readonly ignored: string[];
  readonly sources: readonly string[];
}

/**
 * Takes filters (`type:poster`, `date:1920..1930`), phrases and exclusions out of a query's text. Total: a filter of an
 * unknown name or value filters nothing and stands in `ignored`; where its value may be words of the query, those are
 * searched. `sources`: the collections of the index, any when there are none.
 */
export function readQueryText(query: string, sources: readonly string[] = []): QueryText {
  const draft: Draft = {
    words: [],
    phrases: [],
    excluded: [],
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
  let unread = 0;
  for (const [whole, minus, key, quoted, bare] of text.matchAll(PART)) {
    if (draft.words.length >= QUERY_WORDS_MAX) {
      unread += 1;
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
  if (unread > 0) draft.ignored.push(`${unread} parts beyond the first ${QUERY_WORDS_MAX} words`);
  const filter: Filter = {
    ...(Object.keys(draft.facets).length === 0 ? {} : { facets: draft.facets }),
    ...(draft.years === undefined ? {} : { years: draft.years }),
  };
  const { words, phrases, excluded, creators, like, shown, ignored } = draft;
  return { words, phrases, excluded, creators, like, filter, shown, ignored };
}

interface Part {
  readonly whole: string;
  readonly excluded: boolean;
  readonly key: string | undefined;
  readonly quoted: string | undefined;
  readonly value: string;
}

function take(draft: Draft, { whole, excluded, key, quoted, value }: Part): void {
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
  } else if (foldedWords(value).length > 0) draft.words.push(value);
}

/** Values of these filters are words as well: "type:bronze" wants bronzes. */
const VALUES_ARE_WORDS: ReadonlySet<string | null> = new Set(['type', 'creator']);
/** What is typed like a filter: titles with a colon in them begin with a capital. */
const LIKE_A_FILTER = /^[\p{Ll}_]+:(?!\d|\/\/)/u;

/** `key:value` as it was typed, without its quotes in `value`. */
interface KeyedPart {
  readonly whole: string;
  readonly key: string;
  readonly value: string;
}

function exclude(draft: Draft, words: readonly string[], value: string): void {
  draft.excluded.push(words.slice(0, 8));
  draft.shown['not'] = [draft.shown['not'], visible(value, 60)]
    .filter((one) => one !== undefined)
    .join(', ');
}

/** `-type:poster` and `-creator:turner` exclude their words; no other filter can be turned round. */
function excludeFilter(draft: Draft, { whole, key, value }: KeyedPart): void {
  const name = filterNamed(key);
  const words = indexWords(value);
  if (words.length > 0 && (name === 'type' || name === 'creator')) exclude(draft, words, value);
  else
    draft.ignored.push(
      `${visible(whole, 60)} (words, types and makers can be excluded, nothing else)`,
    );
}

/** Applies a filter, or says why not. */
function takeFilter(draft: Draft, { whole, key, value }: KeyedPart): void {
  const name = filterNamed(key);
  // `moma:79802` is the id of a record and stays whole, as an address does.
  const ids: readonly string[] = draft.sources.length > 0 ? draft.sources : SEARCH_SOURCES;
  if (name === null && (ids.includes(key) || !LIKE_A_FILTER.test(whole))) {
    draft.words.push(whole);
    return;
  }
  if (name !== null && applyFilter(name, value, draft, draft.sources)) {
    const before = draft.shown[name];
    if (before !== undefined && name !== 'creator')
      draft.ignored.push(`${name}:${before} (given again as ${visible(whole, 60)})`);
    draft.shown[name] =
      before !== undefined && name === 'creator'
        ? `${before}, ${visible(value, 60)}`
        : visible(value, 100);
    return;
  }
  draft.ignored.push(whyIgnored(visible(whole, 60), name, draft.sources));
  if (VALUES_ARE_WORDS.has(name) && foldedWords(value).length > 0) draft.words.push(value);
}

import { fold, type Filter, foldedWords, indexWords, type FilterFacet } from '@bridge/search';
import { visible } from '../record/clean.ts';
import { FORMS, isForm } from '../record/forms.ts';
import { parseDate } from '../record/dates.ts';

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
}

const QUERY_CHARS_MAX = 300;
const QUERY_WORDS_MAX = 40;
const PHRASES_MAX = 4;
const QUOTES = /[“”„«»‟＂]/g;
const PART = /(-)?(?:([\p{L}_]{2,12}):)?(?:"([^"]*)"|([^\s"]+))/gu;
const YEAR = '-?\\d{1,5}';
const YEARS = new RegExp(`^(${YEAR})?\\s*(?:\\.\\.|–|—)\\s*(${YEAR})?$`);
const YEAR_RANGE = new RegExp(`^(\\d{3,4})-(\\d{2,4})$`);
const YEAR_LIMIT = 99_999;

type Draft = {
  words: string[];
  phrases: (readonly string[])[];
  excluded: (readonly string[])[];
  creators: (readonly string[])[];
  like: string | null;
  facets: Partial<Record<FilterFacet, readonly string[]>>;
  years: { from: number; to: number } | undefined;
  shown: Record<string, string>;
};

/** One filter: whether it takes the value. What it does not take is searched as words. */
type FilterRule = (value: string, draft: Draft) => boolean;

function facet(name: FilterFacet, known: (value: string) => string | null): FilterRule {
  return (value, draft) => {
    const values = value.split(',').map((one) => known(fold(one.trim())));
    if (values.length === 0 || values.some((one) => one === null)) return false;
    draft.facets[name] = values.filter((one) => one !== null);
    return true;
  };
}

const EUROPEANA: Readonly<Record<string, string>> = {
  image: 'IMAGE',
  text: 'TEXT',
  sound: 'SOUND',
  audio: 'SOUND',
  '3d': '3D',
};
const RIGHTS: Readonly<Record<string, string>> = {
  open: 'open',
  free: 'open',
  cc0: 'open',
  restricted: 'restricted',
  unknown: 'unknown',
};
const YES: Readonly<Record<string, string>> = {
  yes: 'yes',
  true: 'yes',
  '1': 'yes',
  no: 'no',
  false: 'no',
  '0': 'no',
};

function formNamed(value: string): string | null {
  const word = indexWords(value)[0] ?? '';
  return isForm(word) ? word : (FORM_ALIASES[word] ?? null);
}
const FORM_ALIASES: Readonly<Record<string, keyof typeof FORMS>> = {
  photo: 'photograph',
  photography: 'photograph',
  audio: 'recording',
  podcast: 'recording',
  lecture: 'recording',
  movie: 'film',
  magazine: 'periodical',
  newspaper: 'periodical',
  weapon: 'arms',
  armor: 'arms',
  watercolour: 'watercolor',
  pottery: 'ceramic',
  metal: 'metalwork',
  graphic: 'print',
};

function years(value: string): { from: number; to: number } | null {
  const open = YEARS.exec(value);
  if (open !== null && (open[1] !== undefined || open[2] !== undefined)) {
    const from = open[1] === undefined ? -YEAR_LIMIT : Number(open[1]);
    const to = open[2] === undefined ? YEAR_LIMIT : Number(open[2]);
    return from <= to ? { from, to } : null;
  }
  const range = YEAR_RANGE.exec(value);
  if (range?.[1] !== undefined && range[2] !== undefined) {
    const to = Number(range[1].slice(0, range[1].length - range[2].length) + range[2]);
    return Number(range[1]) <= to ? { from: Number(range[1]), to } : null;
  }
  if (/^-?\d{1,5}$/.test(value)) return { from: Number(value), to: Number(value) };
  const { from, to } = parseDate(value, YEAR_LIMIT);
  return from === null || to === null ? null : { from, to };
}

const FILTERS: Readonly<Record<string, FilterRule>> = {
  type: (value, draft) =>
    facet('form', formNamed)(value, draft) ||
    facet('type', (one) => EUROPEANA[one] ?? null)(value, draft),
  rights: facet('rights', (value) => RIGHTS[value] ?? null),
  source: facet('source', (value) => (/^[a-z0-9-]{2,31}$/.test(value) ? value : null)),
  image: facet('image', (value) => YES[value] ?? null),
  lang: facet('language', (value) => (/^[a-z]{2,3}$/.test(value) ? value : null)),
  date: (value, draft) => {
    const range = years(value.trim());
    if (range === null) return false;
    draft.years = range;
    return true;
  },
  creator: (value, draft) => {
    const words = indexWords(value);
    if (words.length === 0) return false;
    draft.creators.push(words);
    return true;
  },
  like: (value, draft) => {
    if (!/^[a-z][a-z0-9-]*:[\w:.-]+$/i.test(value)) return false;
    draft.like = value;
    return true;
  },
};
const ALIASES: Readonly<Record<string, string>> = {
  form: 'type',
  artist: 'creator',
  maker: 'creator',
  language: 'lang',
  year: 'date',
  years: 'date',
  licence: 'rights',
  license: 'rights',
};

/**
 * Takes filters (`type:poster`, `date:1920..1930`), phrases and exclusions out of a query's text. Total: an unknown key or
 * a value that makes no sense stays in the text as words, and so never filters anything.
 */
export function readQueryText(query: string): QueryText {
  const draft: Draft = {
    words: [],
    phrases: [],
    excluded: [],
    creators: [],
    like: null,
    facets: {},
    years: undefined,
    shown: {},
  };
  const text = visible([...query].slice(0, QUERY_CHARS_MAX).join(''), QUERY_CHARS_MAX * 2).replace(
    QUOTES,
    '"',
  );
  for (const [whole, minus, key, quoted, bare] of text.matchAll(PART)) {
    if (draft.words.length >= QUERY_WORDS_MAX) break;
    take(draft, {
      whole,
      excluded: minus !== undefined,
      key: key?.toLowerCase(),
      quoted,
      value: quoted ?? bare ?? '',
    });
  }
  const filter: Filter = {
    ...(Object.keys(draft.facets).length === 0 ? {} : { facets: draft.facets }),
    ...(draft.years === undefined ? {} : { years: draft.years }),
  };
  return { ...draft, filter };
}

interface Part {
  readonly whole: string;
  readonly excluded: boolean;
  readonly key: string | undefined;
  readonly quoted: string | undefined;
  readonly value: string;
}

function take(draft: Draft, { whole, excluded, key, quoted, value }: Part): void {
  if (key !== undefined && !excluded) {
    const name = ALIASES[key] ?? key;
    const rule = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
    if (rule?.(value, draft) === true) {
      draft.shown[name] = visible(value, 100);
      return;
    }
    // `moma:79802` is no filter but the id of a record, and stays whole.
    draft.words.push(quoted === undefined ? whole : `${key} ${value}`);
    return;
  }
  const words = indexWords(value);
  if (excluded && words.length > 0 && (key === undefined || quoted !== undefined)) {
    draft.excluded.push(words.slice(0, 8));
    draft.shown['not'] = [draft.shown['not'], visible(value, 60)]
      .filter((one) => one !== undefined)
      .join(', ');
  } else if (quoted !== undefined) {
    if (words.length > 1 && draft.phrases.length < PHRASES_MAX)
      draft.phrases.push(words.slice(0, 12));
    else if (words.length > 0) draft.words.push(value);
  } else if (foldedWords(value).length > 0) draft.words.push(value);
}

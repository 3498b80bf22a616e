import { parseDate } from '@bridge/archive';
import { SEARCH_FILTERS, type SearchFilterName } from '@bridge/contracts';
import { fold, type FacetAndYearFilter, type FilterFacetName, indexWords } from '@bridge/search';
import { formNamed } from '../terms/form-names.ts';

/** The filters (`type:poster`) of a search query, collected while its text is being parsed. */
export interface SearchFilterParseState {
  readonly creators: (readonly string[])[];
  readonly facets: Partial<Record<FilterFacetName, readonly string[]>>;
  like: string | null;
  years: { from: number; to: number } | undefined;
}

/**
 * Function that adds the condition of one filter (`type:poster`) to the draft of a query; returns false when the value is
 * unknown. `sources`: names of the collections in the index; an empty list allows any name.
 */
type FilterValueParser = (
  value: string,
  draft: SearchFilterParseState,
  sources: readonly string[],
) => boolean;

const YEAR_TEXT = '-?\\d{1,5}';
const YEARS = new RegExp(`^(${YEAR_TEXT})?\\s*(?:\\.\\.|–|—)\\s*(${YEAR_TEXT})?$`);
const YEAR_RANGE = new RegExp(`^(\\d{3,4})-(\\d{2,4})$`);
const YEAR_LIMIT = 99_999;

function facet(
  name: FilterFacetName,
  known: (value: string, sources: readonly string[]) => string | null,
): FilterValueParser {
  return (value, draft, sources) => {
    const values = value.split(',').map((one) => known(fold(one.trim()), sources));
    if (values.some((one) => one === null)) return false;
    draft.facets[name] = values.filter((one) => one !== null);
    return true;
  };
}

const EUROPEANA: ReadonlyMap<string, string> = new Map([
  ['image', 'IMAGE'],
  ['text', 'TEXT'],
  ['sound', 'SOUND'],
  ['audio', 'SOUND'],
  ['3d', '3D'],
]);
const RIGHTS: ReadonlyMap<string, string> = new Map([
  ['open', 'open'],
  ['free', 'open'],
  ['cc0', 'open'],
  ['restricted', 'restricted'],
  ['unknown', 'unknown'],
]);
const YES: ReadonlyMap<string, string> = new Map([
  ['yes', 'yes'],
  ['true', 'yes'],
  ['1', 'yes'],
  ['no', 'no'],
  ['false', 'no'],
  ['0', 'no'],
]);

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

const RULES: Readonly<Record<SearchFilterName, FilterValueParser>> = {
  type: (value, draft, sources) =>
    facet('form', formNamed)(value, draft, sources) ||
    facet('type', (one) => EUROPEANA.get(one) ?? null)(value, draft, sources),
  rights: facet('rights', (value) => RIGHTS.get(value) ?? null),
  source: facet('source', (value, sources) =>
    /^[a-z0-9-]{2,31}$/.test(value) && (sources.length === 0 || sources.includes(value))
      ? value
      : null,
  ),
  image: facet('image', (value) => YES.get(value) ?? null),
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

const NAMES: ReadonlyMap<string, SearchFilterName> = new Map(
  SEARCH_FILTERS.flatMap(({ name, aliases }) =>
    [name, ...aliases].map((one): [string, SearchFilterName] => [one, name]),
  ),
);

/** Returns the name of the filter with this name or alias; null when there is none. */
export function filterNamed(key: string): SearchFilterName | null {
  return NAMES.get(key) ?? null;
}

/** Adds a filter's condition to the `SearchFilterParseState` of a query; returns false when the value is unknown. */
export function applyFilter(
  name: SearchFilterName,
  value: string,
  draft: SearchFilterParseState,
  sources: readonly string[],
): boolean {
  return RULES[name](value, draft, sources);
}

/** Adds the types that a value of `-type:` names to the excluded facet values; returns false when it names something else. */
export function excludeTypes(value: string, not: SearchFilterParseState['facets']): boolean {
  const draft: SearchFilterParseState = { creators: [], facets: {}, like: null, years: undefined };
  if (!RULES.type(value, draft, [])) return false;
  for (const facet of ['form', 'type'] as const)
    if (draft.facets[facet] !== undefined)
      not[facet] = [...(not[facet] ?? []), ...draft.facets[facet]];
  return true;
}

/** Returns the reason why a filter was not applied, with the accepted values. */
export function whyIgnored(
  part: string,
  name: SearchFilterName | null,
  sources: readonly string[],
): string {
  if (name === null)
    return `${part} (no such filter; there are ${SEARCH_FILTERS.map((one) => one.name).join(', ')})`;
  const values = SEARCH_FILTERS.find((one) => one.name === name)?.values ?? '';
  const how = name === 'type' || name === 'creator' ? 'searched as words; ' : '';
  return `${part} (${how}values of ${name}: ${name === 'source' && sources.length > 0 ? sources.join(', ') : values})`;
}

const FACET_NAMES: Readonly<Record<FilterFacetName, SearchFilterName>> = {
  type: 'type',
  form: 'type',
  source: 'source',
  rights: 'rights',
  language: 'lang',
  image: 'image',
};

/** Returns the names of those filters, such as `date`, that set the given conditions of a query, each once. */
export function filterNamesIn({ facets = {}, years }: FacetAndYearFilter): SearchFilterName[] {
  const named = (Object.keys(facets) as FilterFacetName[]).map((facet) => FACET_NAMES[facet]);
  return [...new Set([...named, ...(years === undefined ? [] : (['date'] as const))])];
}

/** Returns the conditions of a query without those that the filter with this name sets. */
export function withoutFilter(
  { facets = {}, years, not }: FacetAndYearFilter,
  name: SearchFilterName,
): FacetAndYearFilter {
  const kept = (Object.keys(facets) as FilterFacetName[]).filter(
    (facet) => FACET_NAMES[facet] !== name,
  );
  return {
    facets: Object.fromEntries(kept.map((facet) => [facet, facets[facet]])),
    ...(years === undefined || name === 'date' ? {} : { years }),
    ...(not === undefined ? {} : { not }),
  };
}

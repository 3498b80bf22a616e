import type { WorkKindName } from '@bridge/archive';
import type {
  SearchClause,
  FacetAndYearFilter,
  QueryInterpretation,
  SearchTerm,
  YearRange,
} from '@bridge/search';
import {
  looseClause,
  clause,
  eraClauses,
  strictClause,
  isBinding,
  neighbourTerms,
  restrictedTo,
} from './clauses.ts';
import { engineExclusions } from './engine-exclusions.ts';
import {
  type AddInterpretationFunction,
  addLoose,
  addLooseInEra,
  addLooseOfKind,
  FORM_MAX,
  SINGLE_MAX,
} from './loose-interpretations.ts';
import type { ParsedQuery } from '../parse/parsed-query.ts';
import { formsMeant, namesMaker, termsOf, type QueryUnit } from '../terms/unit.ts';

/**
 * Maximum number of candidates (matching records) of an interpretation that requires every unit (word, name or time) of the
 * query.
 */
const STRICT_MAX = 250;
const TITLE_MAX = 80;
const ERA_MAX = 120;
const NEIGHBOURS_MAX = 120;
const NATION_MAX = 60;
/** An engine that has found this number of candidates (matching records) searches no further interpretation of the query. */
export const ENOUGH = 320;
const TITLE_WORDS_MAX = 12;
const RECORDING_FORMS: readonly WorkKindName[] = ['recording', 'video'];

/**
 * Returns the years that all movements and periods of a query, and its date filter, have in common; null when it names no
 * movement or period, or they have no common year.
 */
function yearsOfEras(units: readonly QueryUnit[], { years }: FacetAndYearFilter): YearRange | null {
  const eras = units.flatMap(({ era }) => era ?? []);
  if (eras.length === 0) return null;
  const spans: readonly YearRange[] = years === undefined ? eras : [...eras, years];
  const from = Math.max(...spans.map((span) => span.from));
  const to = Math.min(...spans.map((span) => span.to));
  return from <= to ? { from, to } : null;
}

function exclusionTerms({ excluded, avoided }: ParsedQuery['text']): SearchTerm[] {
  const typed: SearchTerm[] = excluded.map((words) => ({
    words,
    ...(words.length > 1 ? { phrase: true as const } : {}),
  }));
  return [...typed, ...engineExclusions(avoided)];
}

/** Returns the interpretation that has only the conditions of a query: filters, exclusions, quoted phrases, required units. */
export function conditionsOnly({ units, text }: ParsedQuery): QueryInterpretation {
  const all = units.filter(isBinding).map(strictClause);
  return { all, none: exclusionTerms(text), filter: text.filter, limit: 1 };
}

/**
 * Returns the interpretations of a query (strict and loose ways to search for it), strict ones first. An engine stops when it
 * has enough candidates.
 */
export function interpretationsOf({ units, text, titleWords }: ParsedQuery): QueryInterpretation[] {
  const filter: FacetAndYearFilter = text.filter;
  const none = exclusionTerms(text);
  const wanted = units.filter(({ optional }) => !optional);
  const required = wanted.length > 0 ? wanted : units;
  const binding = required.filter(isBinding);
  const interpretations: QueryInterpretation[] = [];
  const seen = new Set<string>();
  const add = (
    all: readonly SearchClause[],
    limit: number,
    more: FacetAndYearFilter = {},
  ): void => {
    const key = JSON.stringify([all, more]);
    if (seen.has(key)) return;
    seen.add(key);
    interpretations.push({ filter: { ...filter, ...more }, none, all, limit });
  };

  for (const unit of required)
    if (unit.kind === 'accession') add([...binding, unit].map(strictClause), TITLE_MAX);
  const forms = formsMeant(required);
  const ofForm = clause(forms.map((form) => ({ words: [form], fields: ['form'] })));
  add(required.map(strictClause), STRICT_MAX);
  // Works of the kind that the query names (furniture for "chairs") have an interpretation of their own. Otherwise drawings of
  // chairs could fill the limit of candidates, and no chair would be found.
  if (forms.length > 0) add([...required.map(strictClause), ofForm], FORM_MAX);
  if (titleWords.length > 0 && titleWords.length <= TITLE_WORDS_MAX) {
    add(
      [
        ...binding.map(strictClause),
        ...titleWords.map((word) => clause([{ words: [word], fields: ['title'] }])),
      ],
      TITLE_MAX,
    );
  }
  if (required.some(({ kind, fields }) => kind === 'creator' && fields === undefined)) {
    add(required.map(looseClause), STRICT_MAX);
  }
  addTalks(required, add);
  const years = yearsOfEras(required, filter);
  if (years !== null) add(required.flatMap(eraClauses), ERA_MAX, { years });
  addNationMakers(required, add);
  if (years !== null) addLooseInEra(required, (all, limit) => add(all, limit, { years }));
  if (forms.length > 0) addLooseOfKind(required, ofForm, add);
  addLoose(required, binding, add);
  if (required.some(({ neighbours }) => neighbours !== undefined))
    add(
      required.map((unit) => clause([...strictClause(unit).any, ...neighbourTerms(unit)])),
      NEIGHBOURS_MAX,
    );
  return interpretations;
}

/**
 * Adds interpretations that replace a nation in the query by the names of makers of that nation. They find records that contain
 * no nationality.
 */
function addNationMakers(required: readonly QueryUnit[], add: AddInterpretationFunction): void {
  const nation = required.find(({ makers }) => makers !== undefined);
  for (const names of nation?.makers?.searched ?? [])
    add(
      required.map((unit) => (unit === nation ? clause(names) : strictClause(unit))),
      NATION_MAX,
    );
}

/**
 * Adds an interpretation that finds recordings, such as talks, with the maker's name in the title. They rank after the work by
 * this maker that the query names.
 */
function addTalks(required: readonly QueryUnit[], add: AddInterpretationFunction): void {
  const makers = required.filter(namesMaker);
  if (makers.length === 0 || makers.length === required.length || required.some(isBinding)) return;
  const recordings = clause(RECORDING_FORMS.map((form) => ({ words: [form], fields: ['form'] })));
  add(
    [...makers.map((unit) => clause(restrictedTo(termsOf(unit), ['title']))), recordings],
    SINGLE_MAX,
  );
}

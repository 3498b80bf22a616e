import type { WorkForm } from '@bridge/archive';
import type { Clause, Filter, Interpretation, SearchField, Term, YearRange } from '@bridge/search';
import { engineExclusions } from './exclusion-match.ts';
import { neighbourTerms } from './learned-neighbours.ts';
import type { ParsedQuery } from './parsed-query.ts';
import { formsMeant, namesMaker, termsOf, type QueryUnit } from './unit.ts';

/** Maximum number of candidates, for each kind of interpretation. */
const STRICT_MAX = 250;
const TITLE_MAX = 80;
const LOOSE_MAX = 90;
const SINGLE_MAX = 40;
const ERA_MAX = 120;
const FORM_MAX = 60;
const NEIGHBOURS_MAX = 120;
const NATION_MAX = 60;
/** Number of candidates from which no further interpretation is searched. */
export const ENOUGH = 320;
const TITLE_WORDS_MAX = 12;
const PAIRS_MAX = 6;
/**
 * Maximum number of interpretations that leave one unit out: a long query seldom has a record that matches all
 * others.
 */
const WITHOUT_ONE_MAX = 6;
const ALONE = 2;
const RECORDING_FORMS: readonly WorkForm[] = ['recording', 'video'];

function clause(terms: readonly Term[]): Clause {
  return { any: terms };
}

function within(terms: readonly Term[], fields: readonly SearchField[]): Term[] {
  return terms.map((term) => ({ ...term, fields }));
}

/** Returns the clause of a unit: a maker is searched in `creator`, any other unit in all fields. */
function inItsPlace(unit: QueryUnit): Clause {
  return clause(unit.kind === 'creator' ? within(termsOf(unit), ['creator']) : termsOf(unit));
}

/**
 * Returns the clauses of a unit. For a movement or period they contain the peoples of its works; there are none when
 * the works are of any people.
 */
function inItsEra(unit: QueryUnit): Clause[] {
  if (unit.era === undefined) return [inItsPlace(unit)];
  const { peoples } = unit.era;
  if (peoples.length === 0) return [];
  return [clause(peoples.map((word) => ({ words: [word], fields: ['place'] })))];
}

/** Returns the years that all eras of a query and its filter have in common; null without an era or a common year. */
function yearsOfEras(units: readonly QueryUnit[], { years }: Filter): YearRange | null {
  const eras = units.flatMap(({ era }) => era ?? []);
  if (eras.length === 0) return null;
  const spans: readonly YearRange[] = years === undefined ? eras : [...eras, years];
  const from = Math.max(...spans.map((span) => span.from));
  const to = Math.min(...spans.map((span) => span.to));
  return from <= to ? { from, to } : null;
}

/** True when the unit is a condition, so that every interpretation contains it. */
function isBinding(unit: QueryUnit): boolean {
  return (
    unit.isRequired === true ||
    unit.kind === 'quoted' ||
    (unit.kind === 'creator' && unit.fields !== undefined)
  );
}

/** Returns the interpretations of a query, strict ones first. An engine stops when it has enough candidates. */
export function interpretationsOf({ units, text, titleWords }: ParsedQuery): Interpretation[] {
  const filter: Filter = text.filter;
  const excluded: Term[] = text.excluded.map((words) => ({
    words,
    ...(words.length > 1 ? { phrase: true as const } : {}),
  }));
  const none = [...excluded, ...engineExclusions(text.avoided)];
  const wanted = units.filter(({ optional }) => !optional);
  const required = wanted.length > 0 ? wanted : units;
  const binding = required.filter(isBinding);
  const interpretations: Interpretation[] = [];
  const seen = new Set<string>();
  const add = (all: readonly Clause[], limit: number, more: Filter = {}): void => {
    const key = JSON.stringify([all, more]);
    if (seen.has(key)) return;
    seen.add(key);
    interpretations.push({ filter: { ...filter, ...more }, none, all, limit });
  };

  for (const unit of required)
    if (unit.kind === 'accession') add([...binding, unit].map(inItsPlace), TITLE_MAX);
  const forms = formsMeant(required);
  const ofForm = clause(forms.map((form) => ({ words: [form], fields: ['form'] })));
  add(required.map(inItsPlace), STRICT_MAX);
  // Records of this kind are searched separately: in an archive with many drawings of chairs, these would fill the
  // limit, and no chair would be found.
  if (forms.length > 0) add([...required.map(inItsPlace), ofForm], FORM_MAX);
  if (titleWords.length > 0 && titleWords.length <= TITLE_WORDS_MAX) {
    add(
      [
        ...binding.map(inItsPlace),
        ...titleWords.map((word) => clause([{ words: [word], fields: ['title'] }])),
      ],
      TITLE_MAX,
    );
  }
  if (required.some(({ kind, fields }) => kind === 'creator' && fields === undefined)) {
    add(
      required.map((unit) => clause(termsOf(unit))),
      STRICT_MAX,
    );
  }
  addTalks(required, add);
  const years = yearsOfEras(required, filter);
  if (years !== null) add(required.flatMap(inItsEra), ERA_MAX, { years });
  addNationMakers(required, add);
  addLoose(required, binding, add);
  if (required.some(({ neighbours }) => neighbours !== undefined))
    add(
      required.map((unit) => clause([...inItsPlace(unit).any, ...neighbourTerms(unit)])),
      NEIGHBOURS_MAX,
    );
  return interpretations;
}

/** Adds interpretations that name the makers of a nation, for records that give no nationality. */
function addNationMakers(
  required: readonly QueryUnit[],
  add: (all: readonly Clause[], limit: number) => void,
): void {
  const nation = required.find(({ makers }) => makers !== undefined);
  for (const names of nation?.makers?.searched ?? [])
    add(
      required.map((unit) => (unit === nation ? clause(names) : inItsPlace(unit))),
      NATION_MAX,
    );
}

/** Adds recordings about the maker, which are wanted after a named work by that maker. */
function addTalks(
  required: readonly QueryUnit[],
  add: (all: readonly Clause[], limit: number) => void,
): void {
  const makers = required.filter(namesMaker);
  if (makers.length === 0 || makers.length === required.length || required.some(isBinding)) return;
  const recordings = clause(RECORDING_FORMS.map((form) => ({ words: [form], fields: ['form'] })));
  add([...makers.map((unit) => clause(within(termsOf(unit), ['title']))), recordings], SINGLE_MAX);
}

/**
 * Adds interpretations without one unit (the least important first), of the weightiest units alone, then without two
 * units.
 */
function addLoose(
  required: readonly QueryUnit[],
  binding: readonly QueryUnit[],
  add: (all: readonly Clause[], limit: number) => void,
): void {
  const free = required.filter((unit) => !isBinding(unit)).sort((a, b) => a.weight - b.weight);
  const without = (left: readonly QueryUnit[]): Clause[] =>
    required.filter((unit) => !left.includes(unit)).map((unit) => clause(termsOf(unit)));
  const alone = (unit: QueryUnit): Clause[] => [...binding.map(inItsPlace), inItsPlace(unit)];
  if (free.length >= 2)
    for (const unit of free.slice(0, WITHOUT_ONE_MAX)) add(without([unit]), LOOSE_MAX);
  if (free.length >= 3) for (const unit of free.slice(-ALONE)) add(alone(unit), SINGLE_MAX);
  if (free.length >= 4) {
    const pairs = free.flatMap((a, at) => free.slice(at + 1).map((b) => [a, b] as const));
    pairs.sort(([a, b], [c, d]) => a.weight + b.weight - c.weight - d.weight);
    for (const pair of pairs.slice(0, PAIRS_MAX)) add(without(pair), LOOSE_MAX);
  }
  if (free.length >= 3)
    for (const unit of free.slice(0, -ALONE).reverse()) add(alone(unit), SINGLE_MAX);
  // "Blue vases only" finds vases of other colors when no vase is blue.
  if (binding.some(({ isRequired }) => isRequired === true))
    add(binding.map(inItsPlace), SINGLE_MAX);
}

import type { FacetAndYearFilter, SearchIndex } from '@bridge/search';
import { interpretationsOf } from './interpretations.ts';
import { meetsConditions } from './named-record.ts';
import { filterNamesIn, withoutFilter } from '../request/filters.ts';
import type { ParsedQuery } from '../parse/parsed-query.ts';
import type { ResolvedQuery } from '../parse/resolve-query.ts';
import type { QueryUnit } from '../terms/unit.ts';

/** A condition of a query whose removal may give hits: a filter, a quoted phrase, the exclusions or the restriction ("only"). */
interface RemovableQueryCondition {
  /** The condition as the answer names it: `type:poster`, `the exclusion of prints`. */
  readonly text: string;
  /** The query without this condition. */
  readonly without: ParsedQuery;
}

/**
 * Explains why a query has no hits: returns each condition (such as a filter) whose removal alone gives hits. If there is none,
 * returns all conditions when the removal of all gives hits, else an empty list. Errors: service_unavailable.
 */
export async function emptyingConditions(
  { query, named }: ResolvedQuery,
  index: SearchIndex,
): Promise<readonly string[]> {
  const finds = async (changed: ParsedQuery): Promise<boolean> => {
    if (named !== null) return meetsConditions(changed, named);
    const { candidates } = await index.find(interpretationsOf(changed), { enough: 1 });
    return candidates.length > 0;
  };
  const conditions = conditionsOf(query);
  if (conditions.length === 0) return [];
  const hasHits = await Promise.all(conditions.map(({ without }) => finds(without)));
  const single = conditions.filter((_, at) => hasHits[at] === true);
  const isExplained = single.length > 0 || !(await finds(withoutConditions(query)));
  return (isExplained ? single : conditions).map(({ text }) => text);
}

function conditionsOf(query: ParsedQuery): RemovableQueryCondition[] {
  const { text, units } = query;
  const withFilter = (filter: FacetAndYearFilter): ParsedQuery => ({
    ...query,
    text: { ...text, filter },
  });
  const filters = filterNamesIn(text.filter)
    .filter((name) => name !== 'type' || !text.isFormRestricted)
    .map((name) => ({
      text: `${name}:${text.shown[name] ?? ''}`,
      without: withFilter(withoutFilter(text.filter, name)),
    }));
  const makers = units.flatMap((unit, at) =>
    isCreatorFilter(unit)
      ? [{ text: `creator:${unit.text}`, without: { ...query, units: units.toSpliced(at, 1) } }]
      : [],
  );
  const phrases = units.flatMap((unit, at) =>
    unit.kind === 'quoted'
      ? [
          {
            text: `the quotes around “${unit.text}”`,
            without: { ...query, units: units.with(at, unquoted(unit)) },
          },
        ]
      : [],
  );
  const exclusion = {
    text: `the exclusion of ${text.shown['not'] ?? ''}`,
    without: { ...query, text: { ...text, ...NOTHING_EXCLUDED, filter: withoutNot(text.filter) } },
  };
  const isExcluding =
    text.excluded.length > 0 || text.avoided.length > 0 || text.filter.not !== undefined;
  const restriction = {
    text: `the restriction to “${text.shown['only'] ?? ''}”`,
    without: {
      ...withFilter(text.isFormRestricted ? withoutFilter(text.filter, 'type') : text.filter),
      units: units.map(unrestricted),
    },
  };
  const isRestricting = text.isFormRestricted || units.some(({ isRequired }) => isRequired);
  return [
    ...filters,
    ...makers,
    ...phrases,
    ...(isExcluding ? [exclusion] : []),
    ...(isRestricting ? [restriction] : []),
  ];
}

/** Returns the query without filters, exclusions and restrictions. Quoted phrases need not be exact any more. */
function withoutConditions(query: ParsedQuery): ParsedQuery {
  const { text, units } = query;
  return {
    ...query,
    units: units
      .filter((unit) => !isCreatorFilter(unit))
      .map(unquoted)
      .map(unrestricted),
    text: { ...text, ...NOTHING_EXCLUDED, filter: {} },
  };
}

const NOTHING_EXCLUDED = { excluded: [], avoided: [] } as const;

function withoutNot({ not: _, ...rest }: FacetAndYearFilter): FacetAndYearFilter {
  return rest;
}

function isCreatorFilter({ kind, fields }: QueryUnit): boolean {
  return kind === 'creator' && fields !== undefined;
}

function unrestricted({ isRequired: _, ...unit }: QueryUnit): QueryUnit {
  return unit;
}

function unquoted(unit: QueryUnit): QueryUnit {
  return unit.kind === 'quoted' ? { ...unit, kind: 'phrase' } : unit;
}

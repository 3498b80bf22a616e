import type { Filter } from '@bridge/search';
import { filterNamesIn, withoutFilter } from './filters.ts';
import type { Understood } from './understand.ts';

/** A condition of a query: how it was typed, and the query without it. */
export interface Condition {
  readonly text: string;
  readonly without: Understood;
}

/** What a query demands of every hit besides its words: filters, makers, phrases and exclusions, each on its own. */
export function conditionsOf(understood: Understood): Condition[] {
  const { text, units } = understood;
  const given = (filter: Filter): Understood => ({ ...understood, text: { ...text, filter } });
  const filters = filterNamesIn(text.filter).map((name) => ({
    text: `${name}:${text.shown[name] ?? ''}`,
    without: given(withoutFilter(text.filter, name)),
  }));
  const makers = units.flatMap((unit, at) =>
    unit.kind === 'creator' && unit.fields !== undefined
      ? [
          {
            text: `creator:${unit.text}`,
            without: { ...understood, units: units.toSpliced(at, 1) },
          },
        ]
      : [],
  );
  const phrases = units.flatMap((unit, at) =>
    unit.kind === 'quoted'
      ? [
          {
            text: `the quotes around “${unit.text}”`,
            without: { ...understood, units: units.with(at, { ...unit, kind: 'phrase' }) },
          },
        ]
      : [],
  );
  const excluded =
    text.excluded.length === 0
      ? []
      : [
          {
            text: `the exclusion of ${text.shown['not'] ?? ''}`,
            without: { ...understood, text: { ...text, excluded: [] } },
          },
        ];
  return [...filters, ...makers, ...phrases, ...excluded];
}

/** The query without all of its conditions: its words alone. */
export function wordsAlone(understood: Understood): Understood {
  const { text, units } = understood;
  return {
    ...understood,
    units: units
      .filter((unit) => unit.kind !== 'creator' || unit.fields === undefined)
      .map((unit) => (unit.kind === 'quoted' ? { ...unit, kind: 'phrase' } : unit)),
    text: { ...text, filter: {}, excluded: [] },
  };
}

import type { UnitMatch } from './unit.ts';

const COLORS: ReadonlySet<string> = new Set(
  'black white red blue green yellow orange purple violet pink brown gray grey golden noir blanc rouge bleu vert jaune schwarz weiss rot blau'.split(
    ' ',
  ),
);
/** Share of the worth of a color that is one of the material, and not of the thing beside it in the query. */
const OF_THE_MATERIAL = 0.4;

/** Whether a word names a color. */
export function isColor(word: string): boolean {
  return COLORS.has(word);
}

/** Lowers the worth of a color in a record's medium where the next thing of the query is in another field: "cat", in black ink. */
export function ofTheirThings(found: readonly (UnitMatch | null)[]): (UnitMatch | null)[] {
  return found.map((one, at) => {
    const next = found[at + 1] ?? null;
    if (one === null || next === null || !isColor(one.unit.text)) return one;
    return one.field === 'medium' && next.field !== 'medium'
      ? { ...one, worth: one.worth * OF_THE_MATERIAL }
      : one;
  });
}

import { type PositionedQueryUnit, withoutKind, wordsBetween } from './positioned-unit.ts';

/** Weight of a maker's profession in a query, such as "photographer" in "czech photographer". */
const PROFESSION_WEIGHT = 0.3;
const KIND_WEIGHT = 1.6;
/** For each profession the form of its works; an empty text for a profession that makes works of many forms. */
const WORK_OF: ReadonlyMap<string, string> = new Map(
  [
    ['painter', 'painting'],
    ['photographer', 'photograph'],
    ['sculptor', 'sculpture'],
    ['printmaker', 'print'],
    ['engraver', 'print'],
    ['etcher', 'print'],
    ['potter', 'ceramic'],
    ['architect', ''],
    ['artist', ''],
    ['designer', ''],
    ['illustrator', ''],
    ['draughtsman', 'drawing'],
  ].flatMap(
    ([one = '', form = '']) =>
      [
        [one, form],
        [`${one}s`, form],
      ] as const,
  ),
);

/**
 * Makes a profession after a nation optional. If the query names no other kind of work, the works of the profession replace it:
 * "czech photographer" finds photographs, but "swiss graphic designer posters" finds posters.
 */
export function markProfessions(units: PositionedQueryUnit[], typed: readonly string[]): void {
  for (const [number, one] of units.entries()) {
    const work = WORK_OF.get(one.unit.text);
    const nation = units[number - 1]?.unit.text === 'graphic' ? number - 2 : number - 1;
    const before = units[nation];
    if (work === undefined || before?.unit.kind !== 'people') continue;
    if (wordsBetween(units[number - 1], one, typed).length > 0) continue;
    const hasOtherKind = units.some(
      ({ unit }, at) => at !== number && at !== nation + 1 && unit.kindOfWork?.isFormName === true,
    );
    for (let at = nation + 1; at <= number; at++) {
      const profession = units[at];
      if (profession === undefined) continue;
      units[at] = {
        ...profession,
        unit: { ...withoutKind(profession.unit), weight: PROFESSION_WEIGHT, optional: true },
      };
    }
    if (work !== '' && !hasOtherKind)
      units[number] = {
        ...one,
        unit: {
          ...withoutKind(one.unit),
          kind: 'word',
          alternatives: [{ words: [work], worth: 1 }],
          weight: KIND_WEIGHT,
          optional: false,
        },
      };
  }
}

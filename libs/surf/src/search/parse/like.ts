import { type ArchiveRecord, decadeWord } from '@bridge/archive';
import { indexWords } from '@bridge/search';
import { MAKER_WEIGHT, type QueryUnit } from '../terms/unit.ts';

const SUBJECTS_MAX = 5;
const PLACES_MAX = 1;

function unit(kind: QueryUnit['kind'], text: string, weight: number): QueryUnit {
  return {
    kind,
    alternatives: [{ words: indexWords(text), worth: 1 }],
    weight,
    optional: false,
    text,
  };
}

/** Returns query units that find records similar to this one: by its maker, form, subjects, place and decade. */
export function unitsLike(record: ArchiveRecord): QueryUnit[] {
  const { creators, form, subjects = [], movements = [], places = [], date } = record;
  const units = [
    ...creators.slice(0, 1).map(({ name }) => unit('creator', name, MAKER_WEIGHT)),
    ...(form === '' ? [] : [unit('word', form, 2)]),
    ...[...movements, ...subjects].slice(0, SUBJECTS_MAX).map((one) => unit('phrase', one, 1)),
    ...places.slice(0, PLACES_MAX).map((one) => unit('phrase', one, 1)),
    ...(date.from === null || date.from <= 0
      ? []
      : [{ ...unit('time', '', 1), alternatives: [{ words: [decadeWord(date.from)], worth: 1 }] }]),
  ];
  return units.filter(({ alternatives }) => alternatives.some(({ words }) => words.length > 0));
}

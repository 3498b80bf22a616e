import { SEARCH_FIELDS } from '@bridge/search';
import type { NamedEra } from './eras.ts';
import type { Unit, UnitMatch } from './unit.ts';
import type { WordPlaces } from './word-places.ts';

const PLACE_AT = SEARCH_FIELDS.indexOf('place');
const TIME_AT = SEARCH_FIELDS.indexOf('time');
const YEAR = /^\d{3,4}$/;

/** What a record is worth for a movement or period: its name where it says it, else its years and peoples. */
export function ofItsEra(
  unit: Unit,
  era: NamedEra,
  direct: UnitMatch | null,
  places: WordPlaces,
): UnitMatch | null {
  const { worth } = era;
  if (direct !== null && direct.worth >= worth) return direct;
  const time = timeOf(era, places.field(TIME_AT).split(' '));
  if (time === null) return direct;
  const people =
    places
      .field(PLACE_AT)
      .split(' ')
      .find((word) => era.peoples.includes(word)) ?? null;
  if (people === null && era.peoples.length > 0) return direct;
  return { unit, field: 'time', words: people === null ? [time] : [people, time], worth };
}

/** A record that tells its years is held to them; another one to its decades and centuries. */
function timeOf(era: NamedEra, words: readonly string[]): string | null {
  const years = words.filter((word) => YEAR.test(word));
  const fits = (word: string): boolean =>
    years.length === 0
      ? era.times.has(word)
      : YEAR.test(word) && Number(word) >= era.from && Number(word) <= era.to;
  return words.find(fits) ?? null;
}

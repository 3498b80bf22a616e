import { isForm } from '@bridge/archive';
import type { SearchField } from '@bridge/search';
import type { QueryUnit } from '../terms/unit.ts';

/**
 * For each field the score (0 to 1) of a match that is found in it: a match in a title counts more than one in a description.
 */
type ScoreByField = Readonly<Record<SearchField, number>>;

const ANY: ScoreByField = {
  accession: 0,
  title: 1,
  creator: 0.7,
  form: 0.9,
  medium: 0.88,
  subject: 0.74,
  group: 0.8,
  place: 0.82,
  time: 0,
  text: 0.4,
};
const MAKER: ScoreByField = {
  accession: 0,
  title: 0.55,
  creator: 1,
  form: 0.3,
  medium: 0.3,
  subject: 0.45,
  group: 0.45,
  place: 0.3,
  time: 0,
  text: 0.3,
};
/** Scores for a word that is also a maker's name: a record by the maker ranks before one with the word in the title. */
const BOTH: ScoreByField = { ...ANY, creator: 1, title: 0.8, subject: 0.6, group: 0.7 };
/** Scores for a nation or culture: a record of that nation (field `place`) ranks before one with the word in the title. */
const PEOPLE: ScoreByField = {
  ...ANY,
  place: 1,
  title: 0.55,
  creator: 0.5,
  group: 0.6,
  subject: 0.6,
};
/**
 * Scores for a movement: a record that a museum filed under it (field `subject`) ranks before one with its name in the title.
 */
const MOVEMENT: ScoreByField = { ...ANY, subject: 1, title: 0.75 };
const FORM: ScoreByField = {
  accession: 0,
  title: 0.92,
  creator: 0.1,
  form: 1,
  medium: 0.95,
  subject: 0.5,
  group: 0.5,
  place: 0,
  time: 0,
  text: 0.3,
};
const TIME: ScoreByField = {
  accession: 0,
  title: 0.9,
  creator: 0,
  form: 0,
  medium: 0,
  subject: 0.6,
  group: 0.5,
  place: 0,
  time: 1,
  text: 0.3,
};
const ACCESSION: ScoreByField = {
  accession: 1,
  title: 0,
  creator: 0,
  form: 0,
  medium: 0,
  subject: 0,
  group: 0,
  place: 0,
  time: 0,
  text: 0,
};

/** Returns, for each field, the score of a match of the query unit (word, name or time) in this field. */
export function worthsOf(unit: QueryUnit): ScoreByField {
  if (unit.kind === 'creator') return MAKER;
  if (unit.kind === 'both') return BOTH;
  if (unit.kind === 'movement') return MOVEMENT;
  if (unit.kind === 'people') return PEOPLE;
  if (unit.kind === 'time') return TIME;
  if (unit.kind === 'accession') return ACCESSION;
  return unit.alternatives.some(({ words }) => words.length === 1 && isForm(words[0] ?? ''))
    ? FORM
    : ANY;
}

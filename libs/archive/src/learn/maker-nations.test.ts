import type { NamedEntityWithDocumentCount } from '@bridge/search';
import { describe, expect, test } from 'vitest';
import type { MakerNameSpellingTable } from '../import/target.ts';
import { makerEntity } from '../record/maker-entity.ts';
import { learnNations } from './maker-nations.ts';

/** Nationality and life dates that a test gives a maker. */
type TestMakerBiography = {
  readonly nationality?: string;
  readonly birth?: number;
  readonly death?: number;
};

/** A maker that `documents` records name, with the nationality and life dates of these records. */
const maker = (
  name: string,
  documents: number,
  life: TestMakerBiography = {},
): NamedEntityWithDocumentCount => ({
  entity: makerEntity({ name, ...life }),
  documents,
});
const table = (
  spellings: readonly string[],
  life: readonly [string, number, number],
): MakerNameSpellingTable => ({
  table: 'museum',
  groups: [spellings],
  lives: [life],
});
const DUTCH = { nationality: 'Dutch', birth: 1628, death: 1682 };

describe('the nation of a maker, for records that give none', () => {
  test('is the one that records of other collections give', () => {
    const entities = [maker('Jacob van Ruisdael', 3, DUTCH), maker('Jacob van Ruisdael', 2)];
    expect(learnNations(entities, [])).toEqual([['Jacob van Ruisdael', 'dutch', 3, 2]]);
  });

  test('is the one that a name table gives, for each spelling of its person', () => {
    const known = table(['Jacob van Ruisdael', 'Jacob Ruysdael'], ['Dutch', 1628, 1682]);
    expect(learnNations([maker('Jacob Ruysdael', 2)], [known])).toEqual([
      ['Jacob Ruysdael', 'dutch', 1, 2],
    ]);
  });

  test('is the country of several names of a nation, and two nations stay two', () => {
    const entities = [
      maker('Sir Joshua Reynolds', 4),
      maker('Joshua Reynolds', 1, { nationality: 'English' }),
      maker('Joshua Reynolds', 1, { nationality: 'British' }),
      maker('Christian Marclay', 2),
      maker('Christian Marclay', 5, { nationality: 'American and Swiss' }),
    ];
    expect(learnNations(entities, []).map(([name, nations]) => [name, nations])).toEqual([
      ['Christian Marclay', 'american,swiss'],
      ['Sir Joshua Reynolds', 'british'],
    ]);
  });

  test('is not learned from one record, a single name, or a text that is no nation', () => {
    const entities = [
      maker('Meindert Hobbema', 1, DUTCH),
      maker('Meindert Hobbema', 2),
      maker('Michael', 9, DUTCH),
      maker('Michael', 2),
      maker('Jan Both', 9, { nationality: 'signature illegible' }),
      maker('Jan Both', 2),
    ];
    expect(learnNations(entities, [])).toEqual([]);
  });

  test('is refused where nations or dates disagree', () => {
    const entities = [
      maker('Max Ernst', 2, { nationality: 'French' }),
      maker('Max Ernst', 2, { nationality: 'German' }),
      maker('Max Ernst', 5),
      maker('Jane Wilson', 4, { nationality: 'British', birth: 1967 }),
      maker('Jane Wilson', 10, { nationality: 'American', birth: 1924 }),
      maker('Jane Wilson', 3),
    ];
    expect(learnNations(entities, [])).toEqual([]);
  });

  test('is that of the person with the dates of the records', () => {
    const entities = [
      maker('Jane Wilson', 4, { nationality: 'British', birth: 1967 }),
      maker('Jane Wilson', 10, { nationality: 'American', birth: 1924 }),
      maker('Jane Wilson', 3, { birth: 1967 }),
    ];
    expect(learnNations(entities, [])).toEqual([['Jane Wilson', 'british', 4, 3]]);
  });

  test('is changed by hostile records by no more than their share', () => {
    const own = [maker('Jacob van Ruisdael', 20, DUTCH), maker('Jacob van Ruisdael', 2)];
    const hostile = [
      maker('Jacob van Ruisdael', 1, { nationality: 'Martian' }),
      maker('Jacob van Ruisdael', 1, { nationality: 'Polish and '.repeat(100_000) }),
      maker('x'.repeat(1_000_000), 1, { nationality: 'Dutch\tPolish\t1' }),
      maker('\t\t\t', 1, { nationality: '\t' }),
    ];
    expect(learnNations([...own, ...hostile], [])).toEqual([
      ['Jacob van Ruisdael', 'dutch', 20, 2],
    ]);
  });

  test('does not depend on the order of the records', () => {
    const entities = [
      maker('A B', 2, { nationality: 'Dutch', birth: 1600 }),
      maker('A B', 2, { nationality: 'Swiss', birth: 1700 }),
      maker('A B', 1, { birth: 1600 }),
      maker('A B', 1, { birth: 1700 }),
      maker('C D', 3, DUTCH),
      maker('C D', 2),
      maker('C. D.', 2),
    ];
    const learned = learnNations(entities, []);
    expect(learned).toHaveLength(2);
    expect(learnNations([...entities].reverse(), [])).toEqual(learned);
  });
});

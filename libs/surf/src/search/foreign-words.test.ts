import { describe, expect, test } from 'vitest';
import { TestArchive } from './archive.fixture.ts';
import type { SwitchableSearchFeatureName } from './search-options.ts';

const starter = TestArchive.starter();

async function understood(query: string, ...without: SwitchableSearchFeatureName[]) {
  return (await starter.archive(...without).search(query, 12)).understood;
}
async function meaningsOf(
  query: string,
  ...without: SwitchableSearchFeatureName[]
): Promise<string[]> {
  const { units } = await understood(query, ...without);
  return units.flatMap(({ alternatives }) => alternatives.map(({ words }) => words.join(' ')));
}

describe('a compound of another language', () => {
  test.each([
    ['Frauenkopf', 'woman head'],
    ['Kirchenfenster', 'church window'],
    ['Pferdekopf', 'horse head'],
    ['bloemenvaas', 'flower vase'],
    ['winterlandschap', 'winter landscape'],
  ])('%s is understood as %s', async (query, meaning) => {
    expect(await meaningsOf(query)).toContain(meaning);
    expect(await meaningsOf(query, 'compounds')).not.toContain(meaning);
  });

  test.each(['Heidelberg', 'Rosenberg', 'Manhattan', 'understanding', 'landscape'])(
    '%s is none: names and English words keep their meaning',
    async (query) => {
      expect(await meaningsOf(query)).toEqual(await meaningsOf(query, 'compounds'));
    },
  );
});

describe('a plural or an adjective of another language', () => {
  test('is read as the art term of which it is a form', async () => {
    expect(await meaningsOf('plakaty filmowe')).toEqual(expect.arrayContaining(['poster', 'film']));
    expect(await meaningsOf('kwiaty w wazonie')).toEqual(
      expect.arrayContaining(['flower', 'vase']),
    );
    expect(await meaningsOf('kobieta z dzieckiem')).toEqual(
      expect.arrayContaining(['woman', 'child']),
    );
    expect(await meaningsOf('портрет женщины')).toEqual(
      expect.arrayContaining(['portrait', 'woman']),
    );
  });

  test('is not taken for a misspelled name', async () => {
    const { corrected } = await understood('zimní krajina');
    expect([...corrected]).toEqual([]);
  });
});

describe('a word of another language that is also English', () => {
  test('has the meaning of the language of the query', async () => {
    expect(await meaningsOf('vrouw met kind')).toEqual(expect.arrayContaining(['woman', 'child']));
    const { ignored, units } = await understood('vrouw met kind');
    expect(ignored).toContain('met');
    expect(units.every(({ optional }) => !optional)).toBe(true);
  });
});

describe('a nation in another language', () => {
  test.each([
    ['deutsche Holzschnitte', ['german', 'woodcut']],
    ['affiches polonaises', ['polish', 'poster']],
    ['carteles cubanos', ['cuban', 'poster']],
    ['holenderskie pejzaże', ['dutch', 'landscape']],
    ['японская гравюра', ['japanese', 'print']],
  ])('is a condition beside a kind in any of its forms: %s', async (query, meanings) => {
    expect(await meaningsOf(query)).toEqual(expect.arrayContaining(meanings));
    const { units } = await understood(query);
    expect(units.filter(({ kind }) => kind === 'people')).toHaveLength(1);
  });

  test.each(['chinoiserie', 'romanov'])('is not read into %s', async (query) => {
    expect((await understood(query)).units.map(({ kind }) => kind)).not.toContain('people');
  });
});

describe('a name in another script', () => {
  test.each([
    ['Казимир Малевич', 'kazimir malevich'],
    ['Кандинский', 'kandinsky'],
  ])('%s is read as %s, and the answer says so', async (query, name) => {
    const { units, corrected } = await understood(query);
    expect(units.map(({ text }) => text)).toEqual([name]);
    expect([...corrected.values()].join(' ')).toBe(name);
  });

  test('stays as it is where the archive has no Latin spelling of it', async () => {
    const { corrected, unknown } = await understood('Ростропович Ζέφυρος');
    expect([...corrected]).toEqual([]);
    expect([...unknown.keys()]).toEqual(['ростропович', 'ζεφυρος']);
  });

  test('of an art term is the term, not a name', async () => {
    expect(await meaningsOf('пейзаж')).toContain('landscape');
  });
});

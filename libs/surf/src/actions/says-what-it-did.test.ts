import { FORMS, SOURCES } from '@bridge/archive';
import { SURF, SEARCH_FILTERS, SEARCH_FORMS, SEARCH_SOURCES } from '@bridge/contracts';
import { stem } from '@bridge/search';
import { readSettings } from '@bridge/kernel';
import { agentCtx, startTestServices, type TestServices } from '@bridge/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { surfModule } from '../module.ts';
import { isKnownWord, packWords } from '../search/lexicon/known-words.ts';
import { readQueryText } from '../search/request/query-text.ts';
import { synonymsAt } from '../search/terms/synonyms.ts';
import { UNVERIFIED } from './search.ts';

const folder = mkdtempSync(join(tmpdir(), 'bridge-surf-says-'));
let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([surfModule], {
    settings: readSettings({ BRIDGE_DATA: folder }),
  });
}, 120_000);
afterAll(async () => {
  await services.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (query: string, limit = 12) => {
  const answer = await services.call(SURF.search, agentCtx(), { query, limit });
  if (!('result' in answer)) throw new Error(JSON.stringify(answer));
  return SURF.search.output.parse(answer.result);
};

/**
 * Correct words of other languages. Each differs in one or two letters from a word of the archive, so a spelling correction
 * could replace it.
 */
const REAL_WORDS =
  'phare faro pharos barque hiver oiseau tortue branche couteau lettre plume garten wald musik brot wein ' +
  'pueblo camino guitarra zapato mela lupo neve giardino montagna coltello barco jardim menino farol galleon';

describe('a filter', () => {
  // Verifies: search.filters.
  test.each([
    ['type:foo turner', 'type:foo', 'painting, drawing'],
    ['date:19th portrait', 'date:19th', '1920..1930'],
    ['museum:tate turner', 'museum:tate', 'type, date, rights, source'],
    ['source:tatte portrait', 'source:tatte', 'moma, tate'],
    ['rights:free-for-all portrait', 'rights:free-for-all', 'open, restricted, unknown'],
    ['-source:tate portrait', '-source:tate', 'can be excluded'],
  ])(
    'that is not known in "%s" is named as ignored with what exists',
    async (query, part, values) => {
      const { understood, references } = await ask(query);
      const named = understood.ignored.find((one) => one.startsWith(`${part} (`));
      expect(named).toContain(values);
      expect(understood.filters).toEqual({});
      expect(references.length).toBeGreaterThan(0);
    },
  );

  test('that is not known costs the other words nothing', async () => {
    const plain = await ask('turner landscape');
    const filtered = await ask('museum:tate turner landscape');
    expect(filtered.references).toEqual(plain.references);
  });

  // Verifies: search.filters.
  test('that leaves nothing is named, each that alone does so', async () => {
    const { references, notes } = await ask('type:coin source:tate rights:restricted,unknown,open');
    expect(references).toEqual([]);
    const note = notes.find((one) => one.startsWith('Nothing was found within the filters'));
    expect(note).toContain('There are references without type:coin, source:tate.');
    const none = await ask('type:coin zzzyyyxxx');
    expect(none.notes.join(' ')).toContain('with or without the filters');
  });

  test.each([
    ['creator:turner zzzyyyxxx', 'with or without the filters'],
    ['creator:zzzyyyxxx portrait', 'There are references without creator:zzzyyyxxx.'],
    ['"woman portrait sitting"', 'There are references without the quotes around'],
    ['like:moma:99999999 type:coin source:tate', 'without type:coin, source:tate.'],
    ['portraits by zzzyyyxxx only', 'without the restriction to “zzzyyyxxx”.'],
    ['coins only source:tate', 'without source:tate, the restriction to “coins”.'],
  ])('or condition that leaves nothing is told from words that do: %s', async (query, said) => {
    const { references, notes } = await ask(query);
    expect(references).toEqual([]);
    expect(notes.join(' ')).toContain(said);
  });

  test.each([
    ['like:moma:99999999 portrait', 'like:moma:99999999 (no reference has this id)'],
    ['type:print type:poster', 'type:print (given again as type:poster)'],
    [`${'of '.repeat(45)}portrait`, '6 parts beyond the first 40 words'],
  ])('or word that was not used is named: %s', async (query, ignored) => {
    const { understood } = await ask(query);
    expect(understood.ignored).toContain(ignored);
    expect(understood.filters).not.toHaveProperty('like');
  });

  test('turned round excludes what it names and never asks for it', async () => {
    const { understood, references } = await ask('-type:poster paris', 50);
    expect(understood.filters).toEqual({ not: 'poster' });
    expect(references.length).toBeGreaterThan(5);
    for (const { title } of references) expect(title).not.toMatch(/poster/i);
  });

  // Verifies: search.sentence-rights, search.sentence-exclusions.
  test('that a sentence sets is in the answer and in its notes', async () => {
    const free = await ask('free to use portraits, no photographs');
    expect(free.understood.filters).toEqual({ rights: 'open', not: 'photographs' });
    expect(free.notes).toContain(
      'Only references whose media are marked as free to use (rights:open).',
    );
    expect(free.notes).toContain('Left out, as the query says: photographs.');
    expect((await ask('portraits')).notes.join(' ')).not.toMatch(/free to use|Left out/);
  });

  // Verifies: search.filters.
  test('is in the reference with the values that the search takes', () => {
    expect(Object.keys(FORMS)).toEqual([...SEARCH_FORMS]);
    expect(SOURCES.map(({ name }) => name)).toEqual([...SEARCH_SOURCES]);
    for (const { name, aliases, example } of SEARCH_FILTERS) {
      for (const key of [name, ...aliases]) {
        const read = readQueryText(example.replace(`${name}:`, `${key}:`));
        expect([key, Object.keys(read.shown), read.ignored]).toEqual([key, [name], []]);
      }
    }
    for (const form of SEARCH_FORMS) expect(readQueryText(`type:${form}`).ignored).toEqual([]);
    for (const date of ['1920', '1920..1930', '..1900', '1950..', '1920s', '"19th century"'])
      expect([date, readQueryText(`date:${date}`).ignored]).toEqual([date, []]);
  });
});

describe('a word', () => {
  // Verifies: search.real-words.
  test.each(REAL_WORDS.split(' '))('of any language is never corrected: %s', async (word) => {
    const { understood, notes, references } = await ask(word);
    expect(understood.corrected).toEqual({});
    if (references.length > 0) return;
    expect(notes.join(' ')).toContain(`No reference holds “${word}”.`);
  });

  test('that no reference holds is named with near words of the archive', async () => {
    const { notes } = await ask('pharos');
    expect(notes).toContain('No reference holds “pharos”. Near words of the archive: haro.');
  });

  // Verifies: search.real-words.
  test.each([
    ['kandinksy', 'kandinsky'],
    ['portriat', 'portrait'],
    ['picaso', 'picasso'],
    ['rembrant', 'rembrandt'],
    ['whisler', 'whistler'],
    ['lighthose', 'lighthouse'],
    ['watercolr', 'watercolor'],
  ])('that is mis-typed is corrected, and the notes say so: %s', async (typed, meant) => {
    const { understood, notes } = await ask(typed);
    expect(understood.corrected).toEqual({ [typed]: meant });
    expect(notes.join(' ')).toContain(`${typed} → ${meant}`);
  });

  // Verifies: search.real-words.
  test('is not expanded to one of another meaning', async () => {
    const others = (word: string): string[] =>
      (synonymsAt([stem(word)], 0)?.others ?? []).map(({ words }) => words.join(' '));
    expect(others('sea')).not.toContain('mare');
    expect(others('mare')).toEqual([]);
    expect(others('map')).not.toContain('cart');
    for (const [word, other] of [
      ['cat', 'chat'],
      ['ship', 'vessel'],
      ['bridge', 'bruck'],
      ['mother', 'mere'],
    ] as const)
      expect(others(word).filter((one) => one.startsWith(other))).toEqual([]);
    // A word of another language is still expanded to its translation when the query is in that language.
    expect(others('chat')).toContain('cat');
    const { understood } = await ask('sea');
    expect(understood.expanded['sea']).not.toContain('mare');
  });

  test('of the lists is known, a slip is not', () => {
    for (const word of ['phare', 'faro', 'pharos', 'oiseau'])
      expect(isKnownWord(stem(word))).toBe(true);
    for (const word of ['portriat', 'kandinksy', 'picaso']) expect(isKnownWord(word)).toBe(false);
    expect(packWords(['Phare', 'phares', 'x']).length).toBe(packWords(['phare']).length);
  });
});

describe('an answer', () => {
  test.each(['\u{1F3A8}\u{1F3A8}', '...', '"" -', '—'])(
    'to a query without a letter or digit has no references and says why: %s',
    async (query) => {
      const { references, notes, total_estimate: total } = await ask(query);
      expect(references).toEqual([]);
      expect(total).toBe(0);
      expect(notes.join(' ')).toContain('with letters or digits');
    },
  );

  // Verifies: search.total.
  test('estimates the total, whatever the limit', async () => {
    const few = await ask('portrait', 3);
    const many = await ask('portrait', 50);
    expect(few.total_estimate).toBeGreaterThan(200);
    expect(few.total_estimate).toBe(many.total_estimate);
  });

  // Verifies: search.total.
  test('that ends with looser interpretations says that there are at least so many', async () => {
    const { total_estimate: total, notes } = await ask('modigliani portrait', 5);
    expect(total).toBeGreaterThan(12);
    expect(notes).toContain(`At least ${total} references fit the query or a part of it.`);
  });

  // Verifies: search.total.
  test('says “at least” of no total for which everything was searched and found', async () => {
    const { total_estimate: total, notes } = await ask('hokusai wave', 50);
    expect(total).toBe(12);
    expect(notes.filter((note) => note.startsWith('At least'))).toEqual([]);
  });

  // Verifies: search.total.
  test('does not count hits that only hold terms which often stand beside the words, and says so', async () => {
    const { references, notes, total_estimate: total } = await ask('dogs', 50);
    const related = references.length - total;
    expect(total).toBeGreaterThan(20);
    expect(related).toBeGreaterThan(0);
    expect(notes).toContain(
      `${related} of these hits fit no part of the query; they hold terms that often stand beside its words.`,
    );
  });

  // Verifies: search.total.
  test('does not count what the query excludes, and says that the facets do', async () => {
    const { references, notes, total_estimate: total } = await ask('monet no paintings by monet');
    expect(references.length).toBeGreaterThan(3);
    expect(total).toBe(references.length);
    expect(notes).toContain('The facets also count references that the search left out.');
  });

  // Verifies: search.total.
  test('has no total and no facets when the query excludes all that was found', async () => {
    const answer = await ask('durer, no prints by durer');
    expect(answer).toMatchObject({ references: [], total_estimate: 0 });
    expect(Object.values(answer.facets).flat()).toEqual([]);
  });

  // Verifies: search.unverified.
  test('says that all references are free to use only when the query asks for nothing else', async () => {
    const FREE = 'Only references whose media are marked as free to use (rights:open).';
    expect((await ask('bowl rights:open')).notes).toContain(FREE);
    const { references, notes } = await ask('portrait rights:unknown,open');
    expect(references.some(({ rights }) => rights.category !== 'open')).toBe(true);
    expect(notes).not.toContain(FREE);
  });

  // Verifies: search.record-id.
  test.each(['moma:126655', 'walters:1012', 'nypl:b5533200-c6f6-012f-a39f-58d385a7bc34'])(
    'to the id of a reference is this reference alone, with nothing to explain: %s',
    async (id) => {
      const { references, facets, notes, total_estimate: total } = await ask(id);
      expect(references.map((one) => one.id)).toEqual([id]);
      expect(total).toBe(1);
      expect(facets.source).toEqual([{ value: id.slice(0, id.indexOf(':')), count: 1 }]);
      expect(notes).toEqual([UNVERIFIED]);
    },
  );

  // Verifies: search.record-id.
  test.each([
    ['rights:open', 'rights:open'],
    ['date:1600', 'date:1600'],
    ['creator:monet', 'creator:monet'],
    ['-wave', 'the exclusion of wave'],
    ['"sky wave"', 'the quotes around “sky wave”'],
  ])('to an id beside the condition %s leaves the reference out and says why', async (one, why) => {
    const { references, notes, total_estimate: total } = await ask(`moma:126655 ${one}`);
    expect(references).toEqual([]);
    expect(total).toBe(0);
    expect(notes.join(' ')).toContain(`There are references without ${why}.`);
  });

  // Verifies: search.record-id.
  test.each(['rights:unknown', 'type:book,print', '"a wave"', '-"wave a"', 'source:moma'])(
    'to an id beside the condition %s, which the reference meets, is the reference',
    async (one) => {
      const { references } = await ask(`moma:126655 ${one}`);
      expect(references.map(({ id }) => id)).toEqual(['moma:126655']);
    },
  );

  // Verifies: search.total.
  test('says that nothing fits the whole query only when that is so', async () => {
    const NOTHING = 'Nothing fits the whole query; these hits fit a part of it.';
    expect((await ask('modigliani portrait')).notes).not.toContain(NOTHING);
    expect((await ask('modigliani zeppelin')).notes).toContain(NOTHING);
    // The note is absent, because a word counts as matched even when the records contain it only in a field with a low score.
    expect((await ask('paris')).notes).not.toContain(NOTHING);
  });

  // Verifies: search.attribution.
  test('attributes the work by its own rights before the data', async () => {
    const { references } = await ask('source:tate rights:restricted hockney', 5);
    expect(references.length).toBeGreaterThan(0);
    for (const { attribution } of references)
      expect(attribution).toMatch(/ Work(?: and picture)?: In Copyright\. Catalogue data: CC0\.$/);
  });
});

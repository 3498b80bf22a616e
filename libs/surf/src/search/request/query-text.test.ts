import { describe, expect, test } from 'vitest';
import { filterNamesIn, withoutFilter } from './filters.ts';
import { readQueryText } from './query-text.ts';

const filterOf = (query: string, sources?: readonly string[]) =>
  readQueryText(query, sources).filter;

describe('the text of a query', () => {
  test('is its words as they were typed', () => {
    expect(readQueryText('Moonlit  Press — café')).toEqual({
      words: ['Moonlit', 'Press', 'café'],
      phrases: [],
      excluded: [],
      creators: [],
      excludedCreators: [],
      like: null,
      filter: {},
      shown: {},
      ignored: [],
    });
  });

  test('holds phrases of two words and more in any quotes; a quoted word is a word', () => {
    const { phrases, words } = readQueryText('“blue horse” «red» "" "one two"');
    expect(phrases).toEqual([
      ['blue', 'horse'],
      ['one', 'two'],
    ]);
    expect(words).toEqual(['red']);
  });

  test('has four phrases of twelve words; the fifth is searched as words', () => {
    const { phrases, words } = readQueryText('"a1 b1" "a2 b2" "a3 b3" "a4 b4" "a5 b5"');
    expect(phrases).toHaveLength(4);
    expect(words).toEqual(['a5 b5']);
    const long = Array.from({ length: 13 }, (_, i) => `w${i}`).join(' ');
    expect(readQueryText(`"${long}"`).phrases[0]).toHaveLength(12);
  });

  test('excludes words and phrases behind a minus, eight words of each', () => {
    const { excluded, shown, words } = readQueryText('chair -steel -"art nouveau" - -!');
    expect(excluded).toEqual([['steel'], ['art', 'nouveau']]);
    expect(shown).toEqual({ not: 'steel, art nouveau' });
    expect(words).toEqual(['chair']);
    const long = Array.from({ length: 9 }, (_, i) => `w${i}`).join(' ');
    expect(readQueryText(`-"${long}"`).excluded[0]).toHaveLength(8);
  });

  test('excludes types and makers, and says that other filters cannot be turned round', () => {
    const { excluded, excludedCreators, filter, shown, ignored } = readQueryText(
      '-type:poster,photos -artist:turner -type:image -type:bronze -rights:open -type:!',
    );
    expect(filter).toEqual({ not: { form: ['poster', 'photograph'], type: ['IMAGE'] } });
    expect({ excluded, excludedCreators }).toEqual({
      excluded: [['bronze']],
      excludedCreators: [['turner']],
    });
    expect(shown).toEqual({ not: 'poster,photos, turner, image, bronze' });
    expect(ignored).toEqual([
      expect.stringContaining('-rights:open (words, types and makers'),
      expect.stringContaining('-type:! (words, types and makers'),
    ]);
  });

  test('ends after 300 characters and 40 words, and says so', () => {
    expect(readQueryText(`${'a'.repeat(300)}b`).words).toEqual(['a'.repeat(300)]);
    expect(readQueryText('🌍'.repeat(150) + ' moon').words).toEqual(['moon']);
    const forty = Array.from({ length: 40 }, (_, i) => `w${i}`).join(' ');
    expect(readQueryText(forty).ignored).toEqual([]);
    expect(readQueryText(`${forty} x`).ignored).toHaveLength(1);
    const more = readQueryText(`${forty} x y`);
    expect(more.words).toHaveLength(40);
    expect(more.ignored).toEqual(['2 parts beyond the first 40 words']);
  });

  test('keeps ids, titles with a colon, times and addresses whole', () => {
    const text = 'moma:79802 Alien:Covenant 12:30 https://a.example/1';
    expect(readQueryText(text)).toMatchObject({ words: text.split(' '), ignored: [] });
    expect(readQueryText('own:1 tate:2', ['own']).words).toEqual(['own:1', 'tate:2']);
    expect(readQueryText('own:abc tate:abc', ['own']).words).toEqual(['own:abc']);
    expect(readQueryText('own:abc tate:abc').words).toEqual(['tate:abc']);
  });
});

describe('a filter', () => {
  test.each([
    ['type:poster', { form: ['poster'] }],
    ['form:poster', { form: ['poster'] }],
    ['TYPE:posters', { form: ['poster'] }],
    ['type:poster,Print', { form: ['poster', 'print'] }],
    ['type:arms', { form: ['arms'] }],
    ['type:photo', { form: ['photograph'] }],
    ['type:watercolour', { form: ['watercolor'] }],
    ['type:image', { type: ['IMAGE'] }],
    ['type:3d,sound', { type: ['3D', 'SOUND'] }],
    ['rights:free', { rights: ['open'] }],
    ['licence:restricted', { rights: ['restricted'] }],
    ['image:true', { image: ['yes'] }],
    ['image:0', { image: ['no'] }],
    ['lang:DE,fra', { language: ['de', 'fra'] }],
    ['source:tate', { source: ['tate'] }],
  ])('%s keeps what it names', (text, facets) => {
    expect(readQueryText(text)).toMatchObject({ filter: { facets }, words: [], ignored: [] });
    expect(Object.keys(filterOf(text))).toEqual(['facets']);
  });

  test.each([
    ['date:1920', 1920, 1920],
    ['date:-300', -300, -300],
    ['date:1920..1930', 1920, 1930],
    ['date:1920–1930', 1920, 1930],
    ['date:-300..-100', -300, -100],
    ['date:..1900', -99_999, 1900],
    ['date:1950..', 1950, 99_999],
    ['date:1920..1920', 1920, 1920],
    ['date:1920-30', 1920, 1930],
    ['date:1920-20', 1920, 1920],
    ['date:1920-1930', 1920, 1930],
    ['year:1920s', 1920, 1929],
    ['years:"19th century"', 1800, 1899],
  ])('%s keeps works of its years', (text, from, to) => {
    expect(readQueryText(text)).toMatchObject({ filter: { years: { from, to } }, ignored: [] });
  });

  test.each([
    'date:1930..1920',
    'date:1930-20',
    'date:..',
    'date:soon',
    'rights:maybe',
    'rights:open,maybe',
    'image:perhaps',
    'lang:d',
    'lang:germ',
    'source:x',
    'like:79802',
    'nonsense:value',
  ])('%s is not applied, and said not to be', (text) => {
    const { filter, like, ignored, shown, words } = readQueryText(text);
    expect({ filter, like, shown, words }).toEqual({
      filter: {},
      like: null,
      shown: {},
      words: [],
    });
    expect(ignored).toEqual([expect.stringContaining(`${text} (`)]);
  });

  test('of a value that may be words searches them instead', () => {
    const read = readQueryText('type:nonsense creator:!');
    expect(read.words).toEqual(['nonsense']);
    expect(read.ignored).toHaveLength(2);
    expect(read.ignored[0]).toContain('searched as words; values of type: painting');
  });

  test.each(['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty'])(
    'of a name that every object has is no value: %s',
    (value) => {
      for (const name of ['type', 'rights', 'image', 'date'])
        expect(filterOf(`${name}:${value}`)).toEqual({});
    },
  );

  test('names what exists instead', () => {
    expect(readQueryText('source:nowhere', ['own', 'other']).ignored).toEqual([
      'source:nowhere (values of source: own, other)',
    ]);
    expect(readQueryText('source:nowhere', ['own']).ignored).toEqual([
      'source:nowhere (values of source: own)',
    ]);
    expect(readQueryText('source:!').ignored[0]).toContain('values of source: moma, tate');
    expect(readQueryText('image:!', ['own']).ignored[0]).toContain('values of image: yes, no');
    expect(readQueryText('colour:red').ignored[0]).toContain(
      'no such filter; there are type, date, rights',
    );
  });

  test('takes the collections of the index only', () => {
    expect(filterOf('source:own', ['own'])).toEqual({ facets: { source: ['own'] } });
    expect(filterOf('source:tate', ['own'])).toEqual({});
  });

  test('of a maker is words of the name; several makers are all wanted', () => {
    const read = readQueryText('creator:"el lissitzky" artist:rodchenko');
    expect(read.creators).toEqual([['el', 'lissitzky'], ['rodchenko']]);
    expect(read.shown).toEqual({ creator: 'el lissitzky, rodchenko' });
    expect(read.ignored).toEqual([]);
  });

  test('given twice counts as given last, and says what it replaced', () => {
    const read = readQueryText('type:poster type:print');
    expect(read.filter).toEqual({ facets: { form: ['print'] } });
    expect(read.shown).toEqual({ type: 'print' });
    expect(read.ignored).toEqual(['type:poster (given again as type:print)']);
  });

  test('like: takes the id of a record', () => {
    expect(readQueryText('like:moma:79802')).toMatchObject({ like: 'moma:79802', ignored: [] });
  });

  test('is shown with 60 characters of its text, a value that applies with 100', () => {
    const long = 'a'.repeat(110);
    const cut = (length: number): string => `${long.slice(0, length - 1)}…`;
    expect(readQueryText(`-${long}`).shown['not']).toBe(cut(60));
    expect(readQueryText(`creator:${long}`).shown['creator']).toBe(cut(100));
    expect(readQueryText(`creator:x creator:${long}`).shown['creator']).toBe(`x, ${cut(60)}`);
    for (const text of [`-rights:${long}`, `rights:${long}`])
      expect(readQueryText(text).ignored[0]?.split(' ')[0]).toHaveLength(60);
    const [again] = readQueryText(`type:poster type:${'print,'.repeat(12)}print`).ignored;
    expect(again?.replace(/^.* as (.*)\)$/, '$1')).toHaveLength(60);
  });

  test('can be named and taken away again', () => {
    const filter = filterOf('type:poster image:yes lang:de date:1920');
    expect(filterNamesIn(filter)).toEqual(['type', 'image', 'lang', 'date']);
    expect(filterNamesIn({ facets: { type: ['IMAGE'], form: ['poster'] } })).toEqual(['type']);
    expect(withoutFilter(filter, 'type')).toEqual(filterOf('image:yes lang:de date:1920'));
    expect(withoutFilter(filter, 'date')).toEqual(filterOf('type:poster image:yes lang:de'));
    expect(withoutFilter({}, 'date')).toStrictEqual({ facets: {} });
    const not = { form: ['print'] };
    expect(withoutFilter({ not }, 'date')).toStrictEqual({ facets: {}, not });
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digraphs, parseBio, parseName, peopleOfUnknown } from './names.ts';

describe('a biography', () => {
  test.each([
    ['(Japanese, 1797-1858)', { nationality: 'Japanese', birth: 1797, death: 1858 }],
    ['American, 1904–1997', { nationality: 'American', birth: 1904, death: 1997 }],
    [
      'American, born the Netherlands. 1904–1997',
      { nationality: 'American', birth: 1904, death: 1997 },
    ],
    ['French; b. 1870 - c. 1930', { nationality: 'French', birth: 1870, death: 1930 }],
    ['born 1950', { birth: 1950 }],
    ['died Paris, 1950', { death: 1950 }],
    ['British, d. 1950', { nationality: 'British', death: 1950 }],
    ['British, b. London 1950', { nationality: 'British', birth: 1950 }],
    ['Roman, 120–180', { nationality: 'Roman', birth: 120, death: 180 }],
    ['Dutch, 1950–', { nationality: 'Dutch', birth: 1950 }],
    ['Dutch, 1950–98', { nationality: 'Dutch', birth: 1950 }],
    ['Venetian, active 1480s', { nationality: 'Venetian' }],
    ['active 1480s', {}],
    ['Founded 1898', {}],
    ['', {}],
    [`${'x'.repeat(40)}, 1900-1950`, { nationality: 'x'.repeat(40), birth: 1900, death: 1950 }],
    [`${'x'.repeat(41)}, 1900-1950`, { birth: 1900, death: 1950 }],
  ])('%s', (text, bio) => {
    expect(parseBio(text)).toEqual(bio);
  });
});

describe('a name', () => {
  test.each([
    ...['1794-', 'b. 1794', 'd. 1869', '-1869', 'active 1820-1860', 'active 19th century'],
    ...['approximately 1794-1869', 'ca. 1794-ca. 1869', '1794?-1869', 'fl. 1820'],
  ])('does not contain life dates such as “%s”', (dates) => {
    expect(parseName(`Longacre, James, ${dates}`)).toEqual({
      name: 'James Longacre',
      sortName: 'Longacre, James',
    });
  });

  test.each([
    ['Mary Cassatt', { name: 'Mary Cassatt' }],
    ['  Mary\n Cassatt ', { name: 'Mary Cassatt' }],
    ['Cassatt, Mary', { name: 'Mary Cassatt', sortName: 'Cassatt, Mary' }],
    [
      'Longacre, James Barton, 1794-1869',
      { name: 'James Barton Longacre', sortName: 'Longacre, James Barton' },
    ],
    ['Hotel Herborn 1900', { name: 'Hotel Herborn' }],
    ['Copy after Rembrandt', { name: 'Rembrandt', role: 'after' }],
    ['Previously attributed to Titian', { name: 'Titian', role: 'formerly attributed to' }],
    [
      'Hiroshige (Japanese, 1797-1858)',
      { name: 'Hiroshige', nationality: 'Japanese', birth: 1797, death: 1858 },
    ],
    ['Cassatt , Mary', { name: 'Mary Cassatt', sortName: 'Cassatt , Mary' }],
    ['Martin Luther King, Jr.', { name: 'Martin Luther King, Jr.' }],
    ['Doe & Co., Ltd.', { name: 'Doe & Co., Ltd.' }],
    ['Skidmore, Owings, Merrill', { name: 'Skidmore, Owings, Merrill' }],
    ['after Rembrandt', { name: 'Rembrandt', role: 'after' }],
    ['after the flood', { name: 'after the flood' }],
    ['Attributed to Titian', { name: 'Titian', role: 'attributed to' }],
    ['Workshop of Titian', { name: 'Titian', role: 'in the manner of' }],
    ['possibly Titian', { name: 'Titian', role: 'attributed to' }],
    ['Published by Currier', { name: 'Currier', role: 'publisher' }],
    ['by Titian', { name: 'Titian' }],
    ['Published by By Design', { name: 'By Design', role: 'publisher' }],
    ['Possibly after Titian', { name: 'after Titian', role: 'attributed to' }],
  ])('%s', (text, creator) => {
    expect(parseName(text)).toEqual(creator);
  });

  test('prefers the facts of its source over those in its brackets', () => {
    expect(parseName('Hiroshige (Japanese, 1797-1858)', { birth: 1800 })).toEqual({
      name: 'Hiroshige',
      nationality: 'Japanese',
      birth: 1800,
      death: 1858,
    });
    expect(parseName('Hiroshige', { birth: 1800 })).toEqual({ name: 'Hiroshige', birth: 1800 });
  });

  test.each([
    '',
    'Unknown',
    'anonymous',
    'Artist unknown',
    'unbekannt',
    'Unbekannter Künstler',
    'anonyme',
    'Auteur inconnu',
    'Anónimo',
    'autor desconocido',
    'ignoto',
    'onbekend',
    'nieznany',
    'various artists',
    'n/a',
    'unknown Japanese',
    'Unidentified, artist, German',
    'Unknown (Japanese, 1797-1858)',
    'attributed to unknown',
  ])('%j names no person', (text) => {
    expect(parseName(text)).toBeNull();
  });

  test.each([
    ['unknown Japanese', 'Japanese'],
    [' Anonymous, German ', 'German'],
    ['unknown artist, Dutch', 'Dutch'],
    ['Unknown photographer', ''],
    ['unknown', ''],
    ['Mary Cassatt', ''],
  ])('the people of %j is %j', (text, people) => {
    expect(peopleOfUnknown(text)).toBe(people);
  });

  test('never throws, and never has outer blanks, for any text', () => {
    const unit = fc.constantFrom(...'Ab ,.()-–0189', 'after ', 'unknown ');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
        const creator = parseName(text);
        return creator === null || creator.name === creator.name.trim();
      }),
    );
  });
});

describe('a name with umlauts', () => {
  test.each([
    ['Dürer', 'Duerer'],
    ['Du\u0308rer', 'Duerer'],
    ['Jørgen Ågård', 'joergen aagaard'],
    ['Æsop Östberg', 'aesop oestberg'],
    ['Müller-Brün', 'Mueller-Bruen'],
  ])('%s is typed %s', (name, typed) => {
    expect(digraphs(name)?.toLowerCase()).toBe(typed.toLowerCase());
  });

  test.each(['Cassatt', 'Cézanne', 'Ce\u0301zanne'])('%s has no other spelling', (name) => {
    expect(digraphs(name)).toBeNull();
  });
});

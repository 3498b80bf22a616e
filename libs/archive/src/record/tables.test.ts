import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordTextCleaner, httpUrl, visible } from './clean.ts';
import { htmlText } from './html-text.ts';
import { repairMojibake } from './mojibake.ts';
import { formOf, thingIn } from './forms.ts';
import { digraphs, parseBio, parseName } from './names.ts';
import { peopleWords } from './peoples.ts';
import { isPlaceholder, unwrapTitle } from './placeholder.ts';
import { CC0, rightsFromWords, rightsOf } from './rights.ts';

describe('a name', () => {
  it.each([
    [
      'Turner, Joseph Mallord William',
      { name: 'Joseph Mallord William Turner', sortName: 'Turner, Joseph Mallord William' },
    ],
    [
      'Ando Hiroshige (Japanese, 1797-1858)',
      { name: 'Ando Hiroshige', nationality: 'Japanese', birth: 1797, death: 1858 },
    ],
    ['after William Hogarth', { name: 'William Hogarth', role: 'after' }],
    [
      'Giacinto Melillo (Italian, 1846-1915) (?)',
      {
        name: 'Giacinto Melillo',
        role: 'attributed to',
        nationality: 'Italian',
        birth: 1846,
        death: 1915,
      },
    ],
    [
      'Anthony van Dyck (Flemish, 1599-1641) and workshop',
      { name: 'Anthony van Dyck', nationality: 'Flemish', birth: 1599, death: 1641 },
    ],
    [
      'Kiyomaro (Japanese, 1813 (?)-1854 (?))',
      { name: 'Kiyomaro', nationality: 'Japanese', birth: 1813, death: 1854 },
    ],
    [
      'Attributed to Giacomo Francia (Italian, ca. 1486-1557) or',
      {
        name: 'Giacomo Francia',
        role: 'attributed to',
        nationality: 'Italian',
        birth: 1486,
        death: 1557,
      },
    ],
    ['Attributed to Rembrandt', { name: 'Rembrandt', role: 'attributed to' }],
    ['Richard Meier & Partners, Architects', { name: 'Richard Meier & Partners, Architects' }],
    ['Dickens, Charles, 1812-1870', { name: 'Charles Dickens', sortName: 'Dickens, Charles' }],
    ['Venetian', { name: 'Venetian' }],
  ])('%s is read as the maker it names', (text, creator) => {
    expect(parseName(text)).toEqual(creator);
  });

  it.each([
    '',
    'Unknown',
    'Unknown photographer',
    'unknown Japanese',
    'Anonymous',
    'Artist unknown',
  ])('%s names no person', (text) => {
    expect(parseName(text)).toBeNull();
  });

  it('with a biography gives people and years of life', () => {
    expect(parseBio('(American, born the Netherlands. 1904–1997)')).toEqual({
      nationality: 'American',
      birth: 1904,
      death: 1997,
    });
    expect(parseBio('(Spanish, born 1936)')).toEqual({ nationality: 'Spanish', birth: 1936 });
    expect(parseBio('(est. 1978)')).toEqual({});
  });

  it('with umlauts is also found by its spelling without them', () => {
    expect(digraphs('Albrecht Dürer')).toBe('Albrecht Duerer');
    expect(digraphs('Jørgen')).toBe('Joergen');
    expect(digraphs('Monet')).toBeNull();
  });

  it('never makes the parser throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => (parseName(text), parseBio(text), true)),
    );
  });
});

describe('a form', () => {
  it.each([
    ['illuminated manuscripts; folios (leaves)', 'manuscript'],
    ['Gelatin silver print', 'photograph'],
    ['Photograph, gelatin silver print on paper', 'photograph'],
    ['woodblock print on paper', 'print'],
    ['Side Chair', 'furniture'],
    ['Offset lithograph poster', 'poster'],
    ['Watercolour on paper', 'watercolor'],
    ['earthenware with tin glaze (maiolica)', 'ceramic'],
    ['Oil paint on canvas', 'painting'],
    ['shawabti', 'sculpture'],
    ['Torneraj Armchair', 'furniture'],
    ['Fabric for Tubular Steel Chairs', 'textile'],
    ['Upholstery Material', 'textile'],
    ['Wall Hanging', 'textile'],
    ['Wool, silk, mercerized cotton, and metal thread', 'textile'],
    ['Silk, wool, and cotton', 'textile'],
    ['ink and color on silk', 'painting'],
    ['oil on linen', 'painting'],
    ['chromed steel, wool', ''],
    ['oak and leather upholstery', ''],
    ['Napkin Ring', ''],
    ['Table Napkin', 'textile'],
    ['Drinking vessel of baked clay', 'ceramic'],
    ['nothing in particular', ''],
  ])('of "%s" is %s', (words, form) => {
    expect(formOf(undefined, words)).toBe(form);
  });

  it('of applied art is the object that its title names, when that object is independent of its material', () => {
    expect(thingIn('Side chair of cast aluminum')).toBe('furniture');
    expect(thingIn('Vase with relief')).toBe('');
  });

  it('follows the class of the source before the words of the title', () => {
    expect(formOf('drawing', 'Gelatin silver print')).toBe('drawing');
  });
});

describe('rights', () => {
  it('are open, restricted or unknown, and never guessed', () => {
    expect(rightsOf(CC0).category).toBe('open');
    expect(rightsOf('http://rightsstatements.org/vocab/InC/1.0/').category).toBe('restricted');
    expect(rightsOf('https://creativecommons.org/licenses/by-nc/4.0/').category).toBe('restricted');
    expect(rightsOf('http://rightsstatements.org/vocab/NoC-US/1.0/').category).toBe('restricted');
    expect(rightsOf('whatever').category).toBe('unknown');
    expect(rightsFromWords('CC0')).toBe(CC0);
    expect(rightsFromWords('all mine')).toMatch(/CNE/);
  });

  // Verifies: search.clean-text.
  it.each([
    'See https://creativecommons.org/licenses/by/4.0/ for details',
    'javascript:alert(1)//licenses/by/4.0/',
    'https://museum.example/licenses/by/4.0/\u202egnp',
    'https://user:secret@museum.example/licenses/by/4.0/',
  ])('of a stored record are a statement only when they are one link: %j', (stored) => {
    expect(rightsOf(stored).uri).toBe('http://rightsstatements.org/vocab/CNE/1.0/');
  });

  it.each([
    [
      'https://creativecommons.org/licenses/by/4.0/\u202e\u200bgnp',
      'https://creativecommons.org/licenses/by/4.0/',
    ],
    ['CC BY 4.0 (https://museum.example/licence)', 'https://creativecommons.org/licenses/by/4.0/'],
    [
      'Public Domain. See https://museum.example/terms',
      'https://creativecommons.org/publicdomain/mark/1.0/',
    ],
    [' In copyright', 'http://rightsstatements.org/vocab/InC/1.0/'],
    [
      'Terms: https://museum.example/terms, https://creativecommons.org/licenses/by-sa/4.0/.',
      'https://creativecommons.org/licenses/by-sa/4.0/',
    ],
    ['creativecommons.org/licenses/by-nc/4.0/', 'https://creativecommons.org/licenses/by-nc/4.0/'],
    ['javascript:alert(1)//licenses/by/4.0/', 'http://rightsstatements.org/vocab/CNE/1.0/'],
    ['https://museum.example/terms', 'http://rightsstatements.org/vocab/CNE/1.0/'],
  ])('in the text "%s" are the statement %s', (text, uri) => {
    expect(rightsFromWords(text)).toBe(uri);
  });
});

describe('peoples', () => {
  it('are found by their land and lands by their people', () => {
    expect(peopleWords('swiss')).toContain('switzerland');
    expect(peopleWords('japan')).toContain('japanese');
    expect(peopleWords('atlantis')).toBe('');
  });
});

describe('titles', () => {
  it.each([
    'Untitled',
    '[title not known]',
    '_Untitled_',
    'Blank',
    '[no title]',
    'Sin título',
    'Ohne Titel',
    'Untitled 12',
    '',
  ])('"%s" is generic', (title) => expect(isPlaceholder(title)).toBe(true));
  it.each(['Blank Page', 'Untitled Film Still', 'The Unknown Warrior'])(
    '"%s" is specific',
    (title) => {
      expect(isPlaceholder(title)).toBe(false);
    },
  );
  it('lose the marks around them', () => {
    expect(unwrapTitle('_Untitled_')).toBe('Untitled');
    expect(unwrapTitle('‘The Kiss’')).toBe('The Kiss');
    expect(unwrapTitle('“A” and “B”')).toBe('“A” and “B”');
  });
});

describe('cleaning', () => {
  it('removes tags and scripts, resolves entities, and keeps text that is no tag', () => {
    expect(htmlText('<p>A &amp; B</p><script>alert(1)</script><i>C</i>')).toBe('A & B\n C');
    expect(htmlText('a < b and c > d')).toBe('a < b and c > d');
    expect(htmlText('&Scaron;koda &#x160; &#352; &copy 1920')).toBe('Škoda Š Š &copy 1920');
  });

  it('repairs text that was read in the wrong encoding, only when no character is lost', () => {
    expect(repairMojibake('Degas at the OpÃ©ra')).toBe('Degas at the Opéra');
    expect(repairMojibake('Kadir LÃ³pez')).toBe('Kadir López');
    expect(repairMojibake('SÃO PAULO')).toBe('SÃO PAULO');
    expect(repairMojibake('Introduction (æ\u0097¥æ\u009c¬èª\u009e)')).toBe('Introduction (日本語)');
    expect(repairMojibake('CinÃ©-Concert: Chocolate—Cosma')).toBe(
      'CinÃ©-Concert: Chocolate—Cosma'.replace('Ã©', 'é'),
    );
    expect(repairMojibake('“IRMÃ”')).toBe('“IRMÃ”');
    expect(repairMojibake('Myšlené asambláže, Knížák')).toBe('Myšlené asambláže, Knížák');
  });

  it('counts its changes', () => {
    const cleaner = new RecordTextCleaner(5);
    expect(cleaner.line('  two \r\n lines  ')).toBe('two lines');
    expect(cleaner.url('javascript:alert(1)')).toBe('');
    expect(cleaner.url('https://user:secret@host/x')).toBe('');
    expect(cleaner.url('http://host/x?y=1')).toBe('http://host/x?y=1');
    expect(cleaner.counts.get('url')).toBe(2);
    expect(cleaner.changes.length).toBeGreaterThan(0);
  });

  // Verifies: search.clean-text.
  it('removes every invisible character from any text', () => {
    const unseen =
      /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/u;
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const shown = visible(text, 100);
        return (
          !unseen.test(shown) &&
          shown.isWellFormed() &&
          shown.length <= 100 &&
          !unseen.test(new RecordTextCleaner().line(text))
        );
      }),
    );
    fc.assert(
      fc.property(fc.webUrl(), (url) => httpUrl(url) === '' || /^https?:/.test(httpUrl(url))),
    );
  });
});

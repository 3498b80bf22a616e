import { MUSEUM_OBJECTS, need, sharedPath } from '@bridge/testing';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parsedRecordsOf, openFile } from '../import/open-file.ts';
import { ownerOf } from '../sources/source.ts';
import { RecordTextCleaner } from './clean.ts';
import { dateOf } from './dates.ts';
import { HINTS, TELLING, DETECTED_LANGUAGES } from './language-words.ts';
import { languageOf } from './language.ts';
import { makeRecord } from './make-record.ts';

describe('the language of a title', () => {
  it.each([
    ['en', 'Woman with a Dove'],
    ['en', 'Mountains. Sarner'],
    ['en', 'A Duck'],
    ['en', "Martha's Vineyard 10"],
    ['en', 'Portrait of man wearing striped suit jacket, standing in front of desk'],
    ['fr', 'Les Demoiselles d’Avignon'],
    ['fr', 'LES FLEURS DU MAL'],
    ['fr', 'Ceci N’est Pas une Truelle Cake Server'],
    ['fr', 'UN COIN DE LA RUE DU MAURE. VUE PRISE DE LA RUE BEAUBOURG'],
    ['fr', 'Le pécheur à la ligne'],
    ['fr', 'Crise et depression chez Ben (Crisis and Depression at Ben’s)'],
    ['de', 'Der Blaue Reiter (The Blue Rider)'],
    ['de', 'Die Mauer Muß Weg'],
    ['de', 'Krater und Wolke 2'],
    ['de', '(Konzert) für einen Instrumentalisten und Publikum'],
    ['de', 'Bauhaus Ausstellung Weimar'],
    ['es', 'El sueño de la razon produce monstruos. (The Sleep of Reason Produces Monsters.)'],
    ['es', 'LOS DESASTRES DE LA GUERRA'],
    ['es', '¿No hay quien nos desate? (Is There No One Who Can Separate Us?)'],
    ['es', 'Hombre Fumando'],
    ['it', 'Veduta degli avanzi del sepolcro della famiglia Plauzia'],
    ['it', 'La mia ombra verso l’infinito della cima dello Stromboli'],
    ['it', 'Gli specchi [Mirrors]'],
    ['nl', '13 Beeldhouwers uit Parijs, Stedelijk Museum A’dam'],
    ['nl', 'Een trouwe medewerker gaat ons verlaten'],
    ['pt', 'O Jardim do Outro Homem (Another Man’s Garden)'],
    ['pt', 'Matou a familia e foi ao cinema (Killed the Family and Went to the Movies)'],
  ])('%s is detected for "%s"', (language, title) => {
    expect(languageOf(title)).toBe(language);
  });

  it.each([
    [
      'a name',
      [
        'La Goulue',
        'El Greco',
        'Van der Weyden',
        'De Kooning',
        'Le Corbusier',
        'Jacques-Emile Blanche',
        'François de la Mothe le Vayer',
      ],
    ],
    [
      'a place',
      ['Los Angeles', 'Rue de la Paix', 'Santa Maria delle Salute', 'New York', 'São Paulo'],
    ],
    ['a building', ['Notre Dame, Paris', 'Madonna dell’Orto', 'Bernauer Strasse, Berlin', 'Café']],
    ['a ship', ['La Belle Poule', 'HMS Victory']],
    ['a word of several languages', ['Portrait', 'Composition', 'Figure', 'Die', 'Plan', '']],
    ['another language', ['Ecce Homo', 'Kot i povar', 'Makbet', '夏衣の女', 'Häll Ögonen Öppna']],
  ])('is not detected for %s', (_, titles) => {
    expect(titles.map((title) => [title, languageOf(title)])).toEqual(
      titles.map((title) => [title, null]),
    );
  });

  it.each([
    'View of La Défense',
    'La Goulue at the Moulin Rouge',
    'Mont Blanc and the Glacier des Bossons, looking down the Arve valley',
    'Designs for artist’s ballet "Orphée of the Quat-z-arts"',
    'Headpiece (page 31) from LES HOMMES ABANDONNÉS',
    'Reading, Nude in Profile (La lecture, nu de profil)',
    'Reclining Girl (Sea Mood) [Ruhendes Mädchen (Meeresstimmung)]',
    'View of Łódź',
  ])('stays English where a foreign name or title is quoted: "%s"', (title) => {
    expect(languageOf(title)).toBe('en');
  });

  it('is the title’s, not that of its series', () => {
    expect(languageOf('Salle à Manger et salon from the portfolio Electricité')).toBe('fr');
    expect(languageOf('Der Kopf des Propheten from Salome und der Prophet')).toBe('de');
    expect(languageOf('MULE (plate, folio 12) from LES BÊTES')).toBeNull();
  });

  it('is not detected for a title in two languages', () => {
    expect(languageOf('Illustration for Les Fleurs du mal avec une lettre')).toBeNull();
    expect(languageOf('En lisant et une lettre und ein Bild')).toBeNull();
  });

  it('is null or one of the list for any text, and nothing throws', () => {
    const words = [...TELLING, ...HINTS].flatMap(([, , row]) => row.split(' '));
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.string({ unit: fc.constantFrom(...'ab \'’"“([)]-.éßñ¿İłЖ') }),
      fc
        .array(fc.constantFrom(...words, 'from', 'İ', '(', ')'), { maxLength: 60 })
        .map((all) => all.join(' ')),
    );
    fc.assert(
      fc.property(text, (title) => {
        const told = languageOf(title);
        return told === null || DETECTED_LANGUAGES.includes(told);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('the language of a record', () => {
  const made = (title: string, language?: readonly string[]): readonly unknown[] => {
    const record = makeRecord(
      {
        source: 'village',
        sourceId: '7',
        title,
        creators: [],
        date: dateOf('', null, null, 2027).date,
        form: '',
        links: {},
        mediaRights: '',
        ...(language === undefined ? {} : { language }),
      },
      new RecordTextCleaner(),
    );
    return [record.language, record.languageGuessed];
  };

  it('is the one that the source states', () => {
    expect(made('Der Kuss', ['en', 'de'])).toEqual([['en', 'de'], undefined]);
  });

  it('is otherwise guessed from the title, and marked as guessed', () => {
    expect(made('Der Kuss')).toEqual([['de'], true]);
    expect(made('_Les oiseaux_', [])).toEqual([['fr'], true]);
    expect(made('Der Kuss', [''])).toEqual([['de'], true]);
  });

  it('is missing when the title does not determine it or is generic', () => {
    expect(made('La Goulue')).toEqual([undefined, undefined]);
    expect(made('[title not known]')).toEqual([undefined, undefined]);
    expect(made('Ohne Titel')).toEqual([undefined, undefined]);
  });
});

/** The first six files of MUSEUM_OBJECTS; the expected counts are those of their titles. */
const FILES = MUSEUM_OBJECTS.slice(0, 6);

test(
  'seven of ten real titles have a language, with the same counts as the inspected sample; the others have none',
  { timeout: 180_000 },
  async (context) => {
    const told = new Map<string, number>();
    const cleaner = new RecordTextCleaner();
    let titles = 0;
    for (const name of FILES) {
      const file = await openFile(
        await need(
          context,
          Promise.resolve().then(() => sharedPath('archive', name)),
        ),
      );
      if (file.content.kind !== 'references') throw new Error(`${name} holds no references`);
      for await (const { raw } of parsedRecordsOf(file)) {
        const source = raw === null ? undefined : ownerOf(raw, file.content.sources);
        const record = raw === null ? undefined : source?.map(raw, { cleaner, yearMax: 2027 });
        if (typeof record !== 'object' || record.titleKind === 'placeholder') continue;
        titles += 1;
        const [language = 'none'] = record.language ?? [];
        expect(record.languageGuessed).toBe(language === 'none' ? undefined : true);
        told.set(language, (told.get(language) ?? 0) + 1);
      }
      file.close();
    }
    const shares = Object.fromEntries(
      [...told].map(([language, count]) => [language, Math.round((count / titles) * 10_000)]),
    );
    expect(titles).toBe(288_790);
    expect(shares).toEqual({ en: 7148, fr: 92, de: 36, es: 4, it: 3, nl: 2, pt: 0, none: 2715 });
  },
);

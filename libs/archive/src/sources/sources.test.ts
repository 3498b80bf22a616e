import { momaObject, need, sharedPath } from '@bridge/testing';
import { describe, expect, test } from 'vitest';
import type { ArchiveRecord } from '../record/archive-record.ts';
import { RecordTextCleaner } from '../record/clean.ts';
import { attributionOf, referenceOf } from '../record/reference.ts';
import { parsedRecordsOf, openFile } from '../import/open-file.ts';
import { genericSource } from './generic.ts';
import { ownerOf } from './source.ts';
import { SOURCES } from './sources.ts';

/** The part of vitest's test context with which a test is skipped when the files of a museum are missing. */
interface TestContext {
  skip(note?: string): never;
}

/** Returns one record from a museum's own file, mapped to an archive record. */
async function mapped(context: TestContext, name: string, id: string): Promise<ArchiveRecord> {
  const file = await openFile(
    await need(
      context,
      Promise.resolve().then(() => sharedPath('archive', name)),
    ),
  );
  try {
    if (file.content.kind !== 'references') throw new Error(`${name} holds no references`);
    for await (const { raw } of parsedRecordsOf(file)) {
      if (raw === null) continue;
      const source = ownerOf(raw, file.content.sources);
      if (source?.idOf(raw) !== id) continue;
      const record = source.map(raw, { cleaner: new RecordTextCleaner(), yearMax: 2027 });
      if (typeof record === 'string') throw new Error(record);
      return record;
    }
  } finally {
    file.close();
  }
  throw new Error(`${id} is not in ${name}`);
}

describe('a product in the collection of MoMA', () => {
  test.each([
    ['Audio 1 Radio-Phonograph (model TC 40)', 'Acrylic', 'design'],
    ['Radio (model TS 502)', 'ABS plastic', 'design'],
    ['Video Camera', 'Plastic', 'design'],
    ['Side Chair (model 670)', 'Plywood', 'furniture'],
    ['Tea Service', 'Porcelain', 'ceramic'],
  ])('%s of %s is %s, whatever its title names as content or model', (title, medium, form) => {
    const raw = { ...momaObject(1, title), Classification: 'A&D Design', Medium: medium };
    const record = ownerOf(raw, SOURCES)?.map(raw, {
      cleaner: new RecordTextCleaner(),
      yearMax: 2027,
    });
    expect(record).toMatchObject({ form });
  });
});

describe('a real record of', { timeout: 60_000 }, () => {
  test('MoMA has its maker, people and years of life from two members', async (context) => {
    expect(await mapped(context, 'moma/objects-json.tar.gz', '10002')).toMatchObject({
      id: 'moma:10002',
      title: 'Poems',
      creators: [{ name: 'Willem de Kooning', nationality: 'American', birth: 1904, death: 1997 }],
      date: { from: 1988, to: 1988, certainty: 'exact' },
      form: 'book',
      accession: '28.1990.1-17',
    });
  });

  test('Tate carries its tree of subjects, its group and its years', async (context) => {
    const record = await mapped(context, 'tate/artworks-json.tar.gz', '1039');
    expect(record).toMatchObject({
      id: 'tate:1039',
      form: 'print',
      creators: [{ name: 'William Blake', sortName: 'Blake, William', birth: 1757 }],
      date: { text: '1826–7, reprinted 1892', from: 1826, to: 1827 },
      group: "Illustrations to Dante's 'Divine Comedy'",
      accession: 'A00005',
    });
    expect(record.subjects).toContain('Virgil');
  });

  test('Carnegie keeps its own id and its escaped one', async (context) => {
    expect(
      await mapped(
        context,
        'cmoa/cmoa-json.tar.gz',
        'cmoa:things/000d3d84-fa50-4d4f-a42f-8bcb305a15ea',
      ),
    ).toMatchObject({
      id: 'cmoa:cmoa_things_000d3d84-fa50-4d4f-a42f-8bcb305a15ea',
      sourceId: 'cmoa:things/000d3d84-fa50-4d4f-a42f-8bcb305a15ea',
      form: 'drawing',
      creators: [{ name: 'Samuel Rosenberg', nationality: 'American', birth: 1896, death: 1972 }],
    });
  });

  test('Carnegie has the people and the place of a maker without a name', async (context) => {
    const id = 'cmoa:things/0080530d-ee9b-42ff-8d4f-06f1e8d83440';
    expect(await mapped(context, 'cmoa/cmoa-json.tar.gz', id)).toMatchObject({
      title: 'Jug',
      creators: [],
      culture: ['Italian', 'Naples'],
    });
  });

  test('Teenie Harris is distinguished from the other works of the same museum', async (context) => {
    const id = 'cmoa:things/00073e65-cf02-4cb4-a7ba-a0ea8345f437';
    expect(await mapped(context, 'cmoa/teenie-json.tar.gz', id)).toMatchObject({
      source: 'teenie',
      form: 'photograph',
      date: { text: 'April 1953', from: 1953, to: 1953 },
    });
  });

  test('Williams College has a culture when no maker is named', async (context) => {
    expect(await mapped(context, 'wcma/objects-json-2017.tar.gz', '10003')).toMatchObject({
      title: 'Pot Sherd',
      form: 'ceramic',
      culture: ['Tiryns'],
      date: { text: 'no date', from: null },
    });
  });

  test('the Walters has open rights, its image, its place and its period', async (context) => {
    const record = await mapped(context, 'walters/objects-json-v1.no-description.tar.gz', '22');
    expect(record).toMatchObject({
      form: 'ceramic',
      creators: [{ name: 'Venetian' }],
      culture: ['Renaissance'],
      geo: { lat: 43.35, lng: 12.583 },
      mediaRights: 'https://creativecommons.org/publicdomain/zero/1.0/',
    });
    expect(record.places).toEqual(expect.arrayContaining(['Gubbio', 'Umbria', 'Perugia']));
    expect(record.description).toBeUndefined();
    expect(referenceOf(record, 2)).toMatchObject({
      source_url: 'http://art.thewalters.org/detail/22',
      image_url: 'http://static.thewalters.org/images/PL9_48.1367_Fnt_SL.jpg',
      rights: { label: 'CC0 1.0', category: 'open' },
      rights_verified: false,
      availability: 'unverified',
      similar: 2,
    });
    expect(attributionOf(record)).toBe(
      'Dish with Foliage Design, Venetian, ca. 1525-1530. Walters Art Museum, Baltimore, 48.1367. Work and picture: CC0 1.0. Catalogue data: CC0.',
    );
  });

  test('the New York Public Library is the same from JSON lines and from CSV', async (context) => {
    const id = 'b50ab6f0-c52b-012f-5986-58d385a7bc34';
    const [lines, csv] = [
      await mapped(context, 'nypl/pd_collections.ndjson', id),
      await mapped(context, 'nypl/pd_collections.csv', id),
    ];
    for (const record of [lines, csv]) {
      expect(record).toMatchObject({
        title: 'Cigarette cards',
        date: { from: 1900, to: 1999 },
        mediaRights: expect.stringContaining('NoC-US'),
      });
      expect(record.classification).toContain('collection');
    }
  });

  test('the National Gallery of Art is imported without tags and wrongly encoded letters', async (context) => {
    const record = await mapped(context, 'nga/media_items.csv.gz', '198409103');
    expect(record).toMatchObject({
      title: 'Kadir López',
      form: 'recording',
      type: 'SOUND',
      date: { text: '2011', from: 2011 },
    });
    expect(record.description).not.toMatch(/<|&nbsp;|Ã/);
  });

  test('the Art Institute of Chicago is imported from its API and from its CSV', async (context) => {
    expect(await mapped(context, 'aic/artworks/11.json', '11')).toMatchObject({
      title: 'Self-Portrait',
      creators: [{ name: 'Walter Shirlaw', nationality: 'American', birth: 1838, death: 1909 }],
      form: 'painting',
      mediaRights: expect.stringContaining('zero'),
      links: {
        page: 'https://www.artic.edu/artworks/11',
        image: expect.stringContaining('/iiif/2/'),
      },
    });
    expect(await mapped(context, 'aic/someArtworks.csv', '2189')).toMatchObject({
      title: 'Ready-to-Wear',
      creators: [{ name: 'Stuart Davis' }],
    });
  });

  test('the Met has open rights when its flag says so, and every maker of a joined cell', async (context) => {
    expect(await mapped(context, 'met/MetObjects.first999.excel-resave.csv', '35')).toMatchObject({
      title: 'The Adams Vase',
      highlight: true,
      creators: [
        { name: 'Paulding Farnham', role: 'designer' },
        { name: 'Tiffany & Co.', role: 'manufacturer' },
      ],
      date: { from: 1893, to: 1895 },
      mediaRights: expect.stringContaining('CNE'),
    });
  });

  test('the Smithsonian is read through its three layers', async (context) => {
    expect(
      await mapped(context, 'smithsonian/edan-sample.jsonl', 'chndm_1931-66-88'),
    ).toMatchObject({
      title: 'Cathedral of Notre Dame in Paris',
      creators: [
        { name: 'Charles Nicolas Ransonnette', nationality: 'French', birth: 1793, death: 1877 },
      ],
      date: { from: 1825, to: 1840 },
      form: 'drawing',
      accession: '1931-66-88',
      mediaRights: expect.stringContaining('zero'),
    });
  });
});

test('an operator’s own file is mapped by member names and by paths', () => {
  const source = genericSource({
    source: 'village',
    dataset: 'Village museum',
    institution: 'Village Museum',
    fields: {
      id: 'no',
      title: 'name',
      creator: 'who.name',
      date: 'when',
      page: 'url',
      rights: 'licence',
    },
  });
  const raw = {
    no: 7,
    name: 'A <b>plough</b>',
    who: { name: 'Smith, John' },
    when: '1890s',
    url: 'javascript:x',
    licence: 'CC0',
  };
  expect(source.map(raw, { cleaner: new RecordTextCleaner(), yearMax: 2027 })).toMatchObject({
    id: 'village:7',
    title: 'A plough',
    creators: [{ name: 'John Smith' }],
    date: { from: 1890, to: 1899 },
    institution: 'Village Museum',
    links: {},
    mediaRights: expect.stringContaining('zero'),
  });
});

test('every source has a unique name and a shape by which its files are recognised', () => {
  expect(new Set(SOURCES.map(({ name }) => name)).size).toBe(SOURCES.length);
  for (const { shapes, institution, dataset } of SOURCES) {
    expect(shapes.length).toBeGreaterThan(0);
    expect(institution).not.toBe('');
    expect(dataset).not.toBe('');
  }
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFile, parsedRecordsOf } from '../import/open-file.ts';
import { RecordTextCleaner } from '../record/clean.ts';
import type { ArchiveRecord } from '../record/archive-record.ts';
import { type RawRecord, type RecordSource } from '../sources/source.ts';
import { XmlRecordSplitter } from '../xml/xml-splitter.ts';
import { collectionOf, standardSource } from './standard-formats.ts';
import { sourceIdOf } from './work-facts.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const CC0 = 'https://creativecommons.org/publicdomain/zero/1.0/';

/** Returns the records of a fixture file and the source that the import recognises in it. */
async function readFixture(
  name: string,
): Promise<{ readonly source: RecordSource; readonly raws: readonly RawRecord[] }> {
  const file = await openFile(join(FIXTURES, name));
  try {
    const raws: RawRecord[] = [];
    for await (const { raw } of parsedRecordsOf(file)) if (raw !== null) raws.push(raw);
    const [source] = file.content.kind === 'references' ? file.content.sources : [];
    if (source === undefined) throw new TypeError(`${name} has no source`);
    return { source, raws };
  } finally {
    file.close();
  }
}
function mapWith(source: RecordSource, raw: RawRecord | undefined): ArchiveRecord {
  const record = source.map(raw ?? {}, { cleaner: new RecordTextCleaner(), yearMax: 2027 });
  if (typeof record === 'string') throw new TypeError(record);
  return record;
}
async function firstRecord(name: string): Promise<ArchiveRecord> {
  const { source, raws } = await readFixture(name);
  return mapWith(source, raws[0]);
}
const museum = standardSource({ name: 'museum', institution: 'Museum', isHarvested: false });
function recordsIn(xml: string): readonly RawRecord[] {
  const splitter = new XmlRecordSplitter('test.xml');
  const texts = [...splitter.push(xml), ...splitter.end()];
  return texts.map(({ text }) => JSON.parse(String(text)) as RawRecord);
}

// Verifies: search.standard-formats.
describe('a record of a standard format is read without a mapping', () => {
  test('Dublin Core from OAI-PMH, with the id and the time of its header', async () => {
    const { source, raws } = await readFixture('oai-dc.xml');
    expect(source.name).toBe('arxiv-org');
    expect(mapWith(source, raws[0])).toMatchObject({
      id: 'arxiv-org:oai_arXiv_org_cs_0112017',
      title: 'Using Structural Metadata to Localize Experience of Digital Content',
      creators: [{ name: 'Naomi Dushay', sortName: 'Dushay, Naomi' }],
      date: { text: '2001-12-14', from: 2001 },
      subjects: ['Digital Libraries'],
      links: { page: 'http://arXiv.org/abs/cs/0112017' },
    });
    expect(source.changedOn?.(raws[0] ?? {})).toBe(Date.parse('2001-12-14') / 86_400_000);
    expect(raws.map((raw) => source.isDeleted?.(raw))).toEqual([false, true]);
    expect(source.idOf(raws[1] ?? {})).toBe('oai:arXiv.org:cs/0112001');
  });

  test('Dublin Core from a table, with the qualifiers and languages of its columns', async () => {
    expect(await firstRecord('dublin-core.csv')).toMatchObject({
      id: 'dublin-core:83_2_221',
      title: 'Plaque Portrait of Benjamin Franklin',
      creators: [{ name: 'Louis Benjamin Huber Defeuille' }],
      date: { text: '1800–1883', from: 1800, to: 1883 },
      medium: 'Ivory',
      classification: ['Painting'],
      subjects: ['Men', 'Portraits'],
      links: { page: 'http://www.metmuseum.org/art/collection/search/466' },
      mediaRights: CC0,
    });
  });

  test('LIDO: the making, not the acquisition; the preferred title first', async () => {
    expect(await firstRecord('lido.xml')).toMatchObject({
      id: 'the-metropolitan-museum-of-art:466',
      title: 'Plaque Portrait of Benjamin Franklin',
      altTitles: ['Médaillon de Benjamin Franklin'],
      creators: [{ name: 'Louis Benjamin Huber Defeuille' }],
      date: { text: '1800–1883', from: 1800, to: 1883 },
      form: 'painting',
      medium: 'Ivory',
      dimensions: '3 1/4 x 2 5/8 in. (8.3 x 6.7 cm)',
      classification: ['paintings'],
      subjects: ['Portraits'],
      places: ['France'],
      accession: '83.2.221',
      institution: 'The Metropolitan Museum of Art',
      links: {
        page: 'https://www.metmuseum.org/art/collection/search/466',
        image: 'https://images.museum.example/466.jpg',
        thumbnail: 'https://images.museum.example/466-small.jpg',
      },
      mediaRights: CC0,
    });
  });

  test('MARCXML, without the punctuation between its subfields', async () => {
    expect(await firstRecord('marc.xml')).toMatchObject({
      id: 'marcxml:92005291',
      title: 'Arithmetic',
      creators: [
        { name: 'Carl Sandburg', sortName: 'Sandburg, Carl', birth: 1878, death: 1967 },
        { name: 'Ted Rand', role: 'ill' },
        { name: 'Harcourt Brace Jovanovich', role: 'publisher' },
      ],
      date: { text: '1993', from: 1993, to: 1993, certainty: 'exact' },
      type: 'TEXT',
      form: 'book',
      language: ['en'],
      subjects: ['Arithmetic', 'Juvenile poetry', 'American poetry'],
      places: ['San Diego'],
      accession: 'PS3537.A618 A88 1993',
    });
  });

  test('EDM from RDF/XML, with the labels of the agents and concepts it refers to', async () => {
    expect(await firstRecord('edm.xml')).toMatchObject({
      id: 'data-europeana-eu:data_europeana_eu_item_2063602_SWE_280_002',
      title: 'Rudolph II as Vertumnus',
      altTitles: ['Vertumnus'],
      creators: [{ name: 'Giuseppe Arcimboldo' }],
      date: { from: 1590, to: 1591 },
      type: 'IMAGE',
      form: 'painting',
      medium: 'oil on panel',
      institution: 'Skokloster Castle',
      links: {
        page: 'https://museum.example/vertumnus',
        image: 'https://museum.example/vertumnus.jpg',
      },
      mediaRights: 'http://creativecommons.org/publicdomain/mark/1.0/',
    });
  });

  test('EDM from JSON-LD, whatever form its names have', async () => {
    expect(await firstRecord('edm.jsonld')).toMatchObject({
      id: 'data-europeana-eu:data_europeana_eu_item_2063602_SWE_280_002',
      title: 'Rudolph II as Vertumnus',
      creators: [{ name: 'Giuseppe Arcimboldo' }],
      institution: 'Skokloster Castle',
      links: { page: 'https://museum.example/vertumnus' },
    });
  });

  test('Linked Art, with the makers of the parts of a production', async () => {
    expect(await firstRecord('linked-art.jsonld')).toMatchObject({
      id: expect.stringMatching(/^data-getty-edu:data_getty_edu_museum_collection_object_c88b3df0/),
      title: 'Irises',
      creators: [{ name: 'Vincent van Gogh', nationality: 'Dutch', birth: 1853, death: 1890 }],
      date: { text: '1889', from: 1889, to: 1889 },
      form: 'painting',
      classification: ['Painting'],
      medium: 'Oil on canvas',
      dimensions: '74.3 × 94.3 cm (29 1/4 × 37 1/8 in.)',
      accession: '90.PA.20',
      institution: 'J. Paul Getty Museum',
      links: {
        page: 'https://www.getty.edu/art/collection/object/103JNH',
        image: 'https://media.museum.example/irises.jpg',
      },
      mediaRights: CC0,
    });
  });

  test('a IIIF manifest, whose labels are in several languages', async () => {
    expect(await firstRecord('iiif-manifest.json')).toMatchObject({
      id: expect.stringMatching(/^iiif-qa-bodleian-ox-ac-uk:/),
      title: 'Bodleian Library Rawl. Copperplates G. 21',
      medium: 'engraved copperplate',
      culture: ['XVIIIe siècle'],
      accession: 'Bodleian Library Rawl. Copperplates G. 21',
      institution: 'Bodleian Libraries, University of Oxford',
      links: {
        page: 'https://museum.example/works/g21',
        image: 'https://images.museum.example/g21/full/max/0/default.jpg',
        iiif: expect.stringContaining('/iiif/manifest/'),
      },
      mediaRights: 'http://creativecommons.org/licenses/by/4.0/',
    });
  });
});

describe('the variants that are published', () => {
  test('a prefix of its own, no namespace at all, and the wrapping of another protocol', () => {
    const field = '<datafield tag="245"><subfield code="a">Atlas</subfield></datafield>';
    const spellings = [
      `<x:collection xmlns:x="http://www.loc.gov/MARC21/slim"><x:record><x:datafield tag="245"><x:subfield code="a">Atlas</x:subfield></x:datafield></x:record></x:collection>`,
      `<collection><record>${field}</record></collection>`,
      `<zs:answer xmlns:zs="http://docs.oasis-open.org/ns/search-ws/sruResponse"><zs:record><zs:recordData><record xmlns="http://www.loc.gov/MARC21/slim">${field}</record></zs:recordData></zs:record></zs:answer>`,
    ];
    for (const xml of spellings)
      expect(recordsIn(xml).map((raw) => mapWith(museum, raw).title)).toEqual(['Atlas']);
  });

  test('LIDO, MARCXML and EDM inside of OAI-PMH', () => {
    const wrap = (metadata: string): string =>
      `<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords><record><header><identifier>oai:m:1</identifier></header><metadata>${metadata}</metadata></record></ListRecords></OAI-PMH>`;
    const inner = (name: string): string =>
      readFileSync(join(FIXTURES, name), 'utf8').replace(/^<\?xml[^>]*>\s*/, '');
    const lido = /<lido:lido>[^]*<\/lido:lido>/.exec(inner('lido.xml'))?.[0] ?? '';
    const marc = /<record>[^]*<\/record>/.exec(inner('marc.xml'))?.[0] ?? '';
    const titles = [
      lido.replace(
        '<lido:lido>',
        '<lido:lido xmlns:lido="http://www.lido-schema.org" xmlns:skos="http://www.w3.org/2004/02/skos/core#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
      ),
      marc.replace('<record>', '<record xmlns="http://www.loc.gov/MARC21/slim">'),
      inner('edm.xml'),
    ].map((metadata) => recordsIn(wrap(metadata)).map((raw) => mapWith(museum, raw)));
    expect(titles.map(([record]) => [record?.id, record?.title])).toEqual([
      ['museum:oai_m_1', 'Plaque Portrait of Benjamin Franklin'],
      ['museum:oai_m_1', 'Arithmetic'],
      ['museum:oai_m_1', 'Rudolph II as Vertumnus'],
    ]);
  });

  test('many works in one RDF, each with the resources that stand beside it', () => {
    const work = (id: number): string =>
      `<edm:ProvidedCHO rdf:about="#${id}"><dc:title>Work ${id}</dc:title></edm:ProvidedCHO><ore:Aggregation><edm:dataProvider>Museum ${id}</edm:dataProvider></ore:Aggregation>`;
    const xml = `<rdf:RDF>${[1, 2, 3].map(work).join('')}</rdf:RDF>`;
    const records = recordsIn(xml).map((raw) => mapWith(museum, raw));
    expect(records.map(({ title, institution }) => [title, institution])).toEqual([
      ['Work 1', 'Museum 1'],
      ['Work 2', 'Museum 2'],
      ['Work 3', 'Museum 3'],
    ]);
  });
});

test.each([
  ['850101i18801900', 1880, 1900],
  ['850101q15501560', 1550, 1560],
  ['850101m18809999', 1880, 1880],
  ['850101s1993    ', 1993, 1993],
  ['850101t19931992', 1993, 1993],
  ['850101uuuuuuuuu', null, null],
])(
  'the date of a MARC record is the span of years that its field 008 states: %s',
  (fixed, ...years) => {
    const xml = `<collection><record><controlfield tag="008">${fixed}</controlfield><datafield tag="245"><subfield code="a">Atlas</subfield></datafield></record></collection>`;
    const { from, to } = mapWith(museum, recordsIn(xml)[0]).date;
    expect([from, to]).toEqual(years);
  },
);

test.each([
  ['1200 v. Chr.', -1200, -1200],
  ['5e siècle avant J.-C.', -500, -400],
  ['19. Jh.', 1800, 1899],
  ['ca. 1920', 1920, 1920],
])('the date “%s” of a standard format is read in its language', (text, ...years) => {
  const xml = `<oai_dc:dc><dc:title>Atlas</dc:title><dc:date>${text}</dc:date></oai_dc:dc>`;
  const { date } = mapWith(museum, recordsIn(xml)[0]);
  expect([date.text, date.from, date.to]).toEqual([text, ...years]);
});

test('a LIDO record with only one of two years has this year as the text of its date', () => {
  const dateOf = (name: string): string => {
    const title =
      '<lido:objectIdentificationWrap><lido:titleWrap><lido:titleSet><lido:appellationValue>Vase</lido:appellationValue></lido:titleSet></lido:titleWrap></lido:objectIdentificationWrap>';
    const event = `<lido:eventWrap><lido:eventSet><lido:event><lido:eventDate><lido:date><lido:${name}>1900</lido:${name}></lido:date></lido:eventDate></lido:event></lido:eventSet></lido:eventWrap>`;
    const xml = `<lido:lido><lido:descriptiveMetadata>${title}${event}</lido:descriptiveMetadata></lido:lido>`;
    return mapWith(museum, recordsIn(xml)[0]).date.text;
  };
  expect([dateOf('earliestDate'), dateOf('latestDate')]).toEqual(['1900', '1900']);
});

test('a rights statement in words is read when its text also has the address of a page of the museum', () => {
  const rightsIn = (text: string): string => {
    const xml = `<oai_dc:dc><dc:title>Atlas</dc:title><dc:rights>${text}</dc:rights></oai_dc:dc>`;
    return mapWith(museum, recordsIn(xml)[0]).mediaRights;
  };
  expect(rightsIn('Public Domain. See https://museum.example/terms')).toBe(
    'https://creativecommons.org/publicdomain/mark/1.0/',
  );
  expect(rightsIn('See https://museum.example/terms')).toBe(
    'http://rightsstatements.org/vocab/CNE/1.0/',
  );
});

test('two long addresses never become one id', () => {
  const [one, two] = ['a', 'b'].map((end) =>
    sourceIdOf(`https://museum.example/${'x'.repeat(200)}${end}`),
  );
  expect(one).not.toBe(two);
  expect(one?.length).toBe(120);
});

test('a collection is named after its host, its institution or its format, and never like a known museum', () => {
  const lido = (name: string): RawRecord => ({
    'lido:descriptiveMetadata': {
      'lido:objectIdentificationWrap': {
        'lido:repositoryWrap': {
          'lido:repositorySet': {
            'lido:repositoryName': { 'lido:legalBodyName': { 'lido:appellationValue': name } },
          },
        },
      },
    },
  });
  const names = ['Städel Museum', 'Tate', '東京国立博物館'].map(
    (name) => collectionOf(lido(name), undefined).name,
  );
  expect(names).toEqual(['stadel-museum', 'tate-records', 'lido']);
  expect(collectionOf(lido('Tate'), 'prints').name).toBe('prints');
});

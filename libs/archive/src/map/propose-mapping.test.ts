import { need, sharedPath } from '@bridge/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { genericMapping } from '../sources/generic.ts';
import { proposeMapping } from './propose-mapping.ts';

const YEAR_MAX = 2_027;
const folder = mkdtempSync(join(tmpdir(), 'bridge-map-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function proposalOf(name: string, content: string | Uint8Array) {
  const path = join(folder, name);
  writeFileSync(path, content);
  return proposeMapping(path, {}, YEAR_MAX);
}

const GERMAN = `Inventarnummer;Titel;Künstler/in;Datierung;Technik;Maße;Objektart;Schlagworte;Entstehungsort;Lizenz;Permalink;Bild;Erwerbungsdatum;Standort
G 1901-1;Blick auf den Hafen;Müller, Karl;um 1880;Öl auf Leinwand;45 x 60 cm;Gemälde;Hafen|Schiffe;Hamburg;Gemeinfrei;https://museum.example/o/1;https://museum.example/i/1.jpg;12.03.1901;Depot 3
G 1901-2;Bildnis einer Dame;Schmidt, Anna;1. Hälfte 19. Jh.;Bleistift auf Papier;20 x 15 cm;Zeichnung;Porträt;Berlin;Gemeinfrei;https://museum.example/o/2;https://museum.example/i/2.jpg;12.03.1901;Depot 3
G 1903-1;Ausstellung Moderner Kunst;Weber, Otto;1920er Jahre;Lithografie;90 x 60 cm;Plakat;Ausstellung;München;Urheberrechtlich geschützt;https://museum.example/o/4;;05.06.1903;Depot 1
`;
const FRENCH = `Numéro d'inventaire\tTitre\tAuteur\tDate de création\tMatériaux et techniques\tDimensions\tDomaine\tLieu de création\tSujet représenté\tDroits\tLien\tVignette
1900.1.1\tCoucher de soleil sur la mer\tDupont, Marie\tvers 1890\tHuile sur toile\tH. 30 ; L. 40 cm\tPeinture\tMarseille\tmer ; soleil\tDomaine public\thttps://musee.example/n/1\thttps://musee.example/v/1.jpg
1900.1.2\tÉtude de mains\tDurand, Paul\tXIXe siècle\tFusain sur papier\tH. 20 ; L. 18 cm\tDessin\tParis\tmains\tDomaine public\thttps://musee.example/n/2\thttps://musee.example/v/2.jpg
`;

// Verifies: search.map.
describe('a mapping is proposed', () => {
  test('for a table with German headers, by names and values', async () => {
    const proposal = await proposalOf('Bestand Grafik.csv', GERMAN);
    expect(proposal.mapping).toEqual({
      source: 'bestand-grafik',
      dataset: 'Bestand Grafik',
      institution: 'Bestand Grafik',
      fields: {
        id: 'Inventarnummer',
        title: 'Titel',
        creator: 'Künstler/in',
        date: 'Datierung',
        medium: 'Technik',
        dimensions: 'Maße',
        classification: 'Objektart',
        subjects: 'Schlagworte',
        place: 'Entstehungsort',
        accession: 'Inventarnummer',
        page: 'Permalink',
        image: 'Bild',
        rights: 'Lizenz',
      },
    });
    expect(proposal.guessed).toEqual(['source', 'dataset', 'institution']);
    expect(proposal.unmapped.map(({ path }) => path)).toEqual(['Erwerbungsdatum', 'Standort']);
    expect(proposal.empty).toContain('description');
    expect(proposal.examples).toHaveLength(3);
    expect(proposal.examples[1]?.record).toMatchObject({
      id: 'bestand-grafik:G_1901-2',
      creators: [{ name: 'Anna Schmidt' }],
      date: { from: 1800, to: 1849 },
      form: 'drawing',
    });
  });

  test('for a table with French headers', async () => {
    const { mapping, examples } = await proposalOf('fonds.tsv', FRENCH);
    expect(mapping.fields).toMatchObject({
      id: "Numéro d'inventaire",
      title: 'Titre',
      creator: 'Auteur',
      date: 'Date de création',
      medium: 'Matériaux et techniques',
      place: 'Lieu de création',
      page: 'Lien',
      image: 'Vignette',
      rights: 'Droits',
    });
    expect(examples[0]?.record).toMatchObject({ date: { from: 1890 }, form: 'painting' });
  });

  test('for JSON with members inside of members and lists', async () => {
    const records = Array.from({ length: 12 }, (_, at) => ({
      meta: { identifier: `A-${at}`, updated: '2024-01-01' },
      titles: { main: `Steam engine ${at}` },
      makers: [{ name: 'Watt, James', birth: 1736 }, { name: 'Boulton, Matthew' }],
      production: { year_from: 1770 + at, year_to: 1780 + at },
      rights: 'https://creativecommons.org/publicdomain/zero/1.0/',
    }));
    const { mapping, examples } = await proposalOf('machines.json', JSON.stringify(records));
    expect(mapping.fields).toMatchObject({
      id: 'meta.identifier',
      title: 'titles.main',
      creator: 'makers.name',
      year_from: 'production.year_from',
      year_to: 'production.year_to',
      rights: 'rights',
    });
    expect(examples[0]?.record?.creators.map(({ name }) => name)).toEqual([
      'James Watt',
      'Matthew Boulton',
    ]);
  });

  test('by the values alone where the names say nothing', async () => {
    const rows = Array.from({ length: 20 }, (_, at) =>
      [
        `X${at}`,
        `Ploughing the field number ${at}`,
        '"Smith, John"',
        'oil on canvas',
        `https://a.example/p/${at}`,
        `https://a.example/${at}.jpg`,
      ].join(','),
    );
    const { mapping } = await proposalOf('plain.csv', ['c1,name,c3,c4,c5,c6', ...rows].join('\n'));
    expect(mapping.fields).toEqual({
      id: 'c1',
      title: 'name',
      creator: 'c3',
      medium: 'c4',
      page: 'c5',
      image: 'c6',
    });
  });

  test('with the ids named that several records have', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => `${Math.max(1, at)},Title ${at}`);
    const { repeatedIds } = await proposalOf('twice.csv', ['id,title', ...rows].join('\n'));
    expect(repeatedIds).toEqual(['1']);
  });

  test('that is a valid mapping file, whatever the names of the file and its columns', async () => {
    const name = '1. Ünïcode “…” list.csv';
    const { mapping } = await proposalOf(
      name,
      'id,title,"a.b","__proto__"\n1,One,x,y\n2,Two,x,y\n',
    );
    expect(genericMapping.safeParse(mapping).error).toBeUndefined();
    const known = await proposalOf('tate.csv', 'id,title\n1,One\n2,Two\n');
    expect(known.mapping.source).toBe('own-tate');
  });
});

describe('no mapping is proposed', () => {
  test.each([
    [
      'of an object that holds the records in a member',
      'a.json',
      '{"records":[{"id":1},{"id":2}]}',
      /“records”.*jq -c '\.records\[\]'/,
    ],
    [
      'of a table without an id',
      'b.csv',
      'kind,size\nvase,big\nvase,big\n',
      /no column with a different value/,
    ],
    ['of an empty table', 'c.csv', 'id,title\n', /holds no record/],
  ])('%s, and a sentence says why', async (_, name, content, sentence) => {
    await expect(proposalOf(name, content)).rejects.toMatchObject({
      message: expect.stringMatching(sentence),
    });
  });
});

test('a real file of a known source is named as such, and its columns are found', async (context) => {
  const path = await need(
    context,
    Promise.resolve().then(() => sharedPath('archive', 'nypl', 'pd_collections.ndjson')),
  );
  const { knownSource, mapping } = await proposeMapping(path, { source: 'nypl-own' }, YEAR_MAX);
  expect(knownSource).toBe('nypl');
  expect(mapping.fields).toMatchObject({
    id: 'UUID',
    title: 'title',
    creator: 'contributor.contributorName',
    year_from: 'dateStart',
    page: 'digitalCollectionsURL',
  });
});

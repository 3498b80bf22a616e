/**
 * Chooses the starter archive from the museums' own CC0 files and writes it into `libs/surf/data`, with its SHA-256 and
 * a page that names every dataset. Run by `npm run archive:starter`; the files are found through BRIDGE_TEST_SHARED.
 */
import { makeStarter, SOURCES } from '@bridge/surf';
import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const DATA = join(import.meta.dirname, '..', 'libs', 'surf', 'data');
const SHARED = resolve(
  process.env['BRIDGE_TEST_SHARED'] ?? join(import.meta.dirname, '..', '..', 'shared'),
);
const FILES = [
  'moma/objects-json.tar.gz',
  'moma/Artists.csv',
  'tate/artworks-json.tar.gz',
  'tate/artist_data.csv',
  'cmoa/cmoa-json.tar.gz',
  'cmoa/teenie-json.tar.gz',
  'wcma/objects-json-2017.tar.gz',
  'walters/objects-json-v1.no-description.tar.gz',
  'walters/creators.csv',
  'nypl/pd_collections.ndjson',
  'nga/media_items.csv.gz',
  'nga/constituents.csv.gz',
  'aic/someArtworks.csv',
  'met/MetObjects.first999.excel-resave.csv',
  'smithsonian/edan-sample.jsonl',
];
const YEAR_MAX = 2027;
const BYTES_MAX = 1024 * 1024;

const archive = join(SHARED, 'archive');
if (!existsSync(archive)) {
  console.error(
    `No museum files in ${archive}; set BRIDGE_TEST_SHARED to the folder that holds "archive".`,
  );
  process.exit(1);
}
const { bytes, records, sources } = await makeStarter(
  FILES.map((file) => join(archive, file)),
  YEAR_MAX,
);
if (bytes.length > BYTES_MAX) {
  console.error(
    `The starter archive has ${bytes.length} bytes; at most ${BYTES_MAX} may be committed.`,
  );
  process.exit(1);
}
const sha256 = createHash('sha256').update(bytes).digest('hex');
const rows = sources.map(({ source, chosen, of }) => {
  const about = SOURCES.find(({ name }) => name === source);
  return `| ${about?.dataset ?? source} | ${about?.institution ?? ''} | ${chosen.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} |`;
});
writeFileSync(join(DATA, 'starter.ndjson.zst'), bytes);
writeFileSync(join(DATA, 'starter.sha256'), `${sha256}  starter.ndjson.zst\n`);
writeFileSync(
  join(DATA, 'SOURCES.md'),
  `# The starter archive: what it is and whose

\`starter.ndjson.zst\` holds ${records.length.toLocaleString('en-US')} references that a new archive begins with: facts only (title, maker, date, medium,
form, subjects, institution, accession number, links, rights), no descriptions and no images. It was chosen by
\`npm run archive:starter\` from the datasets below, the best known works first, so that every source, form and century is
there. Each institution has dedicated its dataset to the public domain (CC0 1.0,
https://creativecommons.org/publicdomain/zero/1.0/). That says nothing about the images: see each reference's \`rights\`.
The data was normalised; it is not official, and no institution endorses its use here.

| dataset (CC0 1.0) | institution | references |
|---|---|---|
${rows.join('\n')}

SHA-256 \`${sha256}\`, ${bytes.length.toLocaleString('en-US')} bytes.
`,
);
console.log(`${records.length} references, ${bytes.length} bytes, SHA-256 ${sha256}`);
for (const { source, chosen, of } of sources)
  console.log(`${source.padEnd(12)} ${chosen} of ${of}`);

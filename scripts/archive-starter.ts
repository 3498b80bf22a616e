/**
 * `npm run archive:starter`: selects the starter archive from the museums' CC0 files in BRIDGE_TEST_SHARED, writes it with
 * its hash and sources into `libs/archive/data`, and builds its index. `-- --index` only rebuilds the index.
 */
import { systemClock, type Clock } from '@bridge/kernel';
import { openSearch, packIndex } from '@bridge/search';
import { buildStarterIndex, makeStarter, readStarter, SOURCES } from '@bridge/archive';
import { MUSEUM_MAKERS, MUSEUM_OBJECTS, museumPaths, NO_MUSEUMS } from '@bridge/testing';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DATA = join(import.meta.dirname, '..', 'libs', 'archive', 'data');
const YEAR_MAX = 2027;
const BYTES_MAX = 1024 * 1024;

const INDEX_BYTES_MAX = 2 * 1024 * 1024;
const DAY_MS = 86_400_000;

function stop(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

async function chooseRecords(): Promise<void> {
  const paths = museumPaths([...MUSEUM_OBJECTS, ...MUSEUM_MAKERS]);
  if (paths === null) stop(NO_MUSEUMS);
  const { bytes, records, sources } = await makeStarter(paths, YEAR_MAX);
  if (bytes.length > BYTES_MAX)
    stop(`The starter archive has ${bytes.length} bytes; at most ${BYTES_MAX} may be committed.`);
  const sha256 = hash('sha256', bytes);
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
there. \`starter.index.zst\`
is the finished index of the same references. Each institution has dedicated its dataset to the public domain (CC0 1.0,
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
}

/** Builds the index of the stored starter records, which a new installation begins with. */
async function packRecords(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-starter-'));
  // Today at 00:00 UTC. A time that is constant during the day makes the bytes of the index reproducible.
  const clock: Clock = {
    ...systemClock,
    now: () => Math.floor(systemClock.now() / DAY_MS) * DAY_MS,
  };
  const address = `file:${folder}`;
  try {
    const index = openSearch({ address, clock });
    await buildStarterIndex(index, await readStarter(), clock);
    await index.close();
    const bytes = packIndex(address);
    if (bytes.length > INDEX_BYTES_MAX)
      stop(`The index has ${bytes.length} bytes; at most ${INDEX_BYTES_MAX} may be committed.`);
    writeFileSync(join(DATA, 'starter.index.zst'), bytes);
    console.log(`index: ${bytes.length} bytes, SHA-256 ${hash('sha256', bytes)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (!process.argv.includes('--index')) await chooseRecords();
await packRecords();

import { hash } from 'node:crypto';
import type { PublicationWarning } from '@bridge/contracts';
import type { ZipEntry } from './zip-stream.ts';

/**
 * The facts about a publication that the files `site.json` and `README.txt` of its archive state. The same facts and the same
 * page give the same archive.
 */
export interface PublicationArchiveMetadata {
  readonly world: { readonly word: string; readonly url: string };
  readonly page: { readonly page_id: number; readonly title: string };
  /** SHA-256 of the page's bytes, in hex. */
  readonly sha256: string;
  readonly snapshot: {
    readonly snapshot_id: string;
    readonly revision: number;
    /** Time of the publication, ISO 8601 in UTC. */
    readonly published_at: string;
    readonly live_url: string;
    readonly snapshot_url: string;
  };
  readonly offline_ready: boolean;
  readonly warnings: readonly PublicationWarning[];
  readonly lineage: {
    readonly lineage_id: string;
    readonly origin: 'created';
    readonly parent: null;
  };
}

const FORMAT_VERSION = 1;
const encode = (text: string): Uint8Array => Buffer.from(text, 'utf8');

/**
 * Control characters and invisible characters, which include those that change the text direction. They could disguise a title.
 */
const DISGUISING = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Returns JSON in which characters that could disguise text are written as escapes. */
function plainJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  return `${text.replace(/[\p{Cf}\u2028\u2029\u007f-\u009f]/gu, (char) =>
    [...Array(char.length).keys()]
      .map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  )}\n`;
}

function siteJson(facts: PublicationArchiveMetadata, html: Uint8Array): string {
  return plainJson({
    format: 'agent-bridge-site',
    version: FORMAT_VERSION,
    world: facts.world,
    page: facts.page,
    snapshot: facts.snapshot,
    publication_mode: 'portable',
    offline_ready: facts.offline_ready,
    warnings: facts.warnings,
    entry: 'index.html',
    resources: [
      {
        name: 'index',
        path: 'index.html',
        bytes: html.length,
        hash: `sha256:${facts.sha256}`,
        media_type: 'text/html',
      },
    ],
    lineage: facts.lineage,
    generator: 'agent-bridge',
  });
}

function readme({ page, world, snapshot, offline_ready }: PublicationArchiveMetadata): string {
  const title = page.title.replace(DISGUISING, '').trim();
  return [
    title === '' ? `Website ${page.page_id}` : title,
    '',
    `World:     ${world.word} (${world.url})`,
    `Published: ${snapshot.published_at}, revision ${snapshot.revision}`,
    `Snapshot:  ${snapshot.snapshot_url}`,
    '',
    offline_ready
      ? 'Open index.html in a browser; no network needed.'
      : 'Open index.html in a browser. It is not proven to work without a network: something may be missing,\nor its scripts may ask for something when they run. See "warnings" in site.json.',
    '',
    'Rights: the archive holds what its author published and grants no rights to it.',
    '',
    'To verify that nothing was changed: sha256sum -c SHA256SUMS',
    '(macOS: shasum -a 256 -c SHA256SUMS)',
    '',
  ].join('\n');
}

/**
 * Yields the files of an archive in a fixed order; SHA256SUMS lists all files except itself. The page is yielded before `facts`
 * resolves. Spec: publishing.archive-repeatable.
 */
export async function* siteFiles(
  facts: Promise<PublicationArchiveMetadata>,
  html: Uint8Array,
): AsyncGenerator<ZipEntry> {
  const index: ZipEntry = { path: 'index.html', bytes: html };
  yield index;
  const known = await facts;
  const site: ZipEntry = { path: 'site.json', bytes: encode(siteJson(known, html)) };
  const note: ZipEntry = { path: 'README.txt', bytes: encode(readme(known)) };
  const line = (hash: string, { path }: ZipEntry): string => `${hash}  ${path}\n`;
  const sums = [
    line(known.sha256, index),
    line(hash('sha256', site.bytes), site),
    line(hash('sha256', note.bytes), note),
  ];
  yield site;
  yield { path: 'SHA256SUMS', bytes: encode(sums.join('')) };
  yield note;
}

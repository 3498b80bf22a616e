import { BridgeError } from '@bridge/kernel';
import { archivePathsProblem } from './archive-path.ts';
import { siteFiles, type SiteFacts } from './site-files.ts';
import { zipStream, type ZipEntry } from './zip-stream.ts';

/** What an archive is called by. */
export interface ArchiveName {
  readonly word: string;
  readonly page_id: number;
  readonly revision: number;
}

/** An archive about to be written. */
export interface Archive {
  /** `<word>-<page_id>-r<revision>.zip`: safe on every system, whatever the title holds. */
  readonly filename: string;
  /** The zip in chunks; the same bytes each time it is asked for. */
  readonly chunks: () => AsyncGenerator<Uint8Array>;
}

async function* checked(files: AsyncIterable<ZipEntry>): AsyncGenerator<ZipEntry> {
  const paths: string[] = [];
  for await (const file of files) {
    paths.push(file.path);
    const problem = archivePathsProblem(paths);
    if (problem !== null) throw new BridgeError('internal', {}, { cause: problem });
    yield file;
  }
}

/**
 * Prepares the archive of a portable page; it may be begun while its facts are still found out.
 * Spec: publishing.archive.
 */
export function makeArchive(of: ArchiveName, html: Uint8Array, facts: Promise<SiteFacts>): Archive {
  return {
    filename: `${of.word}-${of.page_id}-r${of.revision}.zip`,
    chunks: () => zipStream(checked(siteFiles(facts, html))),
  };
}

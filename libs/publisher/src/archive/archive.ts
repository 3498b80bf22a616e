import { BridgeError } from '@bridge/kernel';
import { archivePathsProblem } from './archive-path.ts';
import { siteFiles, type PublicationArchiveMetadata } from './site-files.ts';
import { zipStream, type ZipEntry } from './zip-stream.ts';

/** The values from which the file name of a publication's zip archive is built. */
export interface ArchiveFileNameParts {
  readonly word: string;
  readonly page_id: number;
  readonly revision: number;
}

/**
 * The zip archive of a portable publication (one that needs no other host): its file name and a function that yields its bytes.
 */
export interface PublicationArchive {
  /**
   * `<word>-<page_id>-r<revision>.zip`, where `word` is the name of the World (public identity). It does not contain the title,
   * so every file system accepts it.
   */
  readonly filename: string;
  /** Yields the zip in chunks; each call yields the same bytes. */
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
 * Prepares the zip archive of a portable page. `facts` may resolve after the first chunk was read, because the zip begins with
 * the page. Spec: publishing.archive.
 */
export function makeArchive(
  of: ArchiveFileNameParts,
  html: Uint8Array,
  facts: Promise<PublicationArchiveMetadata>,
): PublicationArchive {
  return {
    filename: `${of.word}-${of.page_id}-r${of.revision}.zip`,
    chunks: () => zipStream(checked(siteFiles(facts, html))),
  };
}

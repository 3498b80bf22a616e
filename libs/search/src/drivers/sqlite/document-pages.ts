import type { DocumentWords } from '../../index-build.ts';
import type { BuildPage } from './build-content.ts';
import type { SqliteWorker } from './sqlite-worker.ts';

/** The documents of the build of this worker, in pages, each read while the caller works with the one before. Errors: SearchFault. */
export async function* documentPages(
  worker: SqliteWorker,
): AsyncGenerator<readonly DocumentWords[]> {
  const page = (after: number): Promise<BuildPage | null> => {
    const read = worker.ask<BuildPage | null>({ op: 'documents', after });
    // A failure is thrown where the page is awaited.
    read.catch(() => undefined);
    return read;
  };
  let next = page(-1);
  for (let read = await next; read !== null; read = await next) {
    next = page(read.last);
    yield read.documents;
  }
  // The documents are read after the last was put, so the file is optimized while the caller works with their words.
  // A failure is repeated, and reported, by the commit.
  worker.ask({ op: 'optimize' }).catch(() => undefined);
}

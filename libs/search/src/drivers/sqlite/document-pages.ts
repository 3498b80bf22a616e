import type { DocumentWordsAndNamedEntities } from '../../index-build.ts';
import type { IndexBuildDocumentPage } from './build-content.ts';
import type { SqliteWorker } from './sqlite-worker.ts';

/**
 * Yields the words of all documents of the build that a worker thread writes, in pages. The next page is read while the caller
 * uses one. Throws SearchEngineError.
 */
export async function* documentPages(
  worker: SqliteWorker,
): AsyncGenerator<readonly DocumentWordsAndNamedEntities[]> {
  const page = (after: number): Promise<IndexBuildDocumentPage | null> => {
    const read = worker.call<IndexBuildDocumentPage | null>({ op: 'documents', after });
    // The caller handles a rejection when it awaits the page; without this handler it would count as unhandled before.
    read.catch(() => undefined);
    return read;
  };
  let next = page(-1);
  for (let read = await next; read !== null; read = await next) {
    next = page(read.last);
    yield documentsOf(read);
  }
  // All documents are written now, so the worker optimises the file while the caller uses the words. If this fails, the commit
  // of the build repeats it and reports the failure.
  worker.call({ op: 'optimize' }).catch(() => undefined);
}

function documentsOf({
  ids,
  texts,
  entities,
}: IndexBuildDocumentPage): DocumentWordsAndNamedEntities[] {
  return ids.map((id, at) => ({ id, text: texts[at] ?? '', entities: entities[at] ?? '' }));
}

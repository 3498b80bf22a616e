import type { EditedTexts } from './pages.ts';

/** Edits that this browser keeps until the service has them. */
export interface KeptEdits extends EditedTexts {
  readonly pageId: number;
  readonly baseRevision: number;
  readonly seq: number;
  /** When they were kept, in milliseconds since the epoch. */
  readonly at: number;
}

const DATABASE = 'bridge-console';
const STORE = 'edits';

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new DOMException('failed')));
  });
}

async function withStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.addEventListener('upgradeneeded', () =>
    opening.result.createObjectStore(STORE, { keyPath: 'pageId' }),
  );
  const database = await settled(opening);
  try {
    return await settled(work(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

/** Keeps edits in this browser; the edits of a website replace those kept before. */
export async function keepEdits(edits: KeptEdits): Promise<void> {
  await withStore('readwrite', (store) => store.put(edits));
}

/** Returns the edits of a website that this browser keeps; null without any, or where nothing can be kept. */
export async function readKeptEdits(pageId: number): Promise<KeptEdits | null> {
  try {
    const kept: unknown = await withStore('readonly', (store): IDBRequest<unknown> =>
      store.get(pageId),
    );
    // Only keepEdits writes here.
    return (kept as KeptEdits | undefined) ?? null;
  } catch {
    return null;
  }
}

/** Removes the edits of a website from this browser. */
export async function forgetEdits(pageId: number): Promise<void> {
  await withStore('readwrite', (store) => store.delete(pageId)).catch(() => undefined);
}

/** Removes all edits from this browser, as a person does who signs out. */
export async function forgetAllEdits(): Promise<void> {
  await withStore('readwrite', (store) => store.clear()).catch(() => undefined);
}

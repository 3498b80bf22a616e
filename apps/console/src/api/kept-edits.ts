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
const VERSION = 2;
const EDITS = 'edits';
/** Edits that were made on a state of the unsaved edits that is no longer the newest; the person decides about them. */
const ASIDE = 'aside';
const KEY_PATHS = { [EDITS]: 'pageId', [ASIDE]: ['pageId', 'seq'] };

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new DOMException('failed')));
  });
}

async function withStores<T>(
  mode: IDBTransactionMode,
  work: (edits: IDBObjectStore, aside: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE, VERSION);
  opening.addEventListener('upgradeneeded', () => {
    for (const [name, keyPath] of Object.entries(KEY_PATHS))
      if (!opening.result.objectStoreNames.contains(name))
        opening.result.createObjectStore(name, { keyPath });
  });
  const database = await settled(opening);
  try {
    const transaction = database.transaction([EDITS, ASIDE], mode);
    return await settled(work(transaction.objectStore(EDITS), transaction.objectStore(ASIDE)));
  } finally {
    database.close();
  }
}

/** Keeps edits in this browser; the edits of a website replace those kept before. Rejects where nothing can be kept. */
export async function keepEdits(edits: KeptEdits): Promise<void> {
  await withStores('readwrite', (store) => store.put(edits));
}

/** Returns the edits of a website that this browser keeps; null without any, or where nothing can be kept. */
export async function readKeptEdits(pageId: number): Promise<KeptEdits | null> {
  try {
    const kept: unknown = await withStores('readonly', (store): IDBRequest<unknown> =>
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
  await withStores('readwrite', (store) => store.delete(pageId)).catch(() => undefined);
}

/** Puts edits aside, where the next keys do not replace them. Rejects where nothing can be kept. */
export async function setAside(edits: KeptEdits): Promise<void> {
  await withStores('readwrite', (_, aside) => aside.put(edits));
}

/** Returns the edits of a website that were put aside, in the order of their seq. */
export async function readAside(pageId: number): Promise<readonly KeptEdits[]> {
  const range = IDBKeyRange.bound([pageId], [pageId, []]);
  try {
    const kept: readonly unknown[] = await withStores(
      'readonly',
      (_, aside): IDBRequest<unknown[]> => aside.getAll(range),
    );
    // Only setAside writes here.
    return kept as readonly KeptEdits[];
  } catch {
    return [];
  }
}

/** Removes edits that were put aside. */
export async function forgetAside({ pageId, seq }: KeptEdits): Promise<void> {
  await withStores('readwrite', (_, aside) => aside.delete([pageId, seq])).catch(() => undefined);
}

/** Removes all edits from this browser, as a person does who signs out. */
export async function forgetAllEdits(): Promise<void> {
  await withStores('readwrite', (store, aside) => {
    store.clear();
    return aside.clear();
  }).catch(() => undefined);
}

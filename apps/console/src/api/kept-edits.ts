import type { EditedTexts, SentEdits } from './pages.ts';

/**
 * Unsaved edits of a website that this browser stores until the service has stored them. Without an edited part they record that
 * the owner has none any more, which the service did not know yet.
 */
export interface KeptEdits extends EditedTexts {
  readonly pageId: number;
  readonly baseRevision: number;
  readonly seq: number;
  /** Time at which this browser stored the edits, in ms since the Unix epoch. */
  readonly at: number;
  /** Edits that the service may have stored as well: they were sent, and their answer had not arrived. */
  readonly unanswered?: SentEdits;
}

const DATABASE = 'bridge-console';
const VERSION = 2;
const EDITS = 'edits';
/** Object store for edits that conflict with newer unsaved edits at the service; the owner decides what happens to them. */
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

/**
 * Stores the edits of a website in this browser, in place of the ones stored before. Rejects when the browser stores nothing.
 */
export async function keepEdits(edits: KeptEdits): Promise<void> {
  await withStores('readwrite', (store) => store.put(edits));
}

/** Returns the stored edits of a website; null when there are none or the browser stores nothing. */
export async function readKeptEdits(pageId: number): Promise<KeptEdits | null> {
  try {
    const kept: unknown = await withStores('readonly', (store): IDBRequest<unknown> =>
      store.get(pageId),
    );
    // The cast is safe because only keepEdits writes this object store.
    return (kept as KeptEdits | undefined) ?? null;
  } catch {
    return null;
  }
}

/**
 * Removes the edits of a website that this browser stored at this time. Newer ones stay: an editor that was opened since then may
 * have stored them.
 */
export async function forgetEdits(pageId: number, at: number): Promise<void> {
  await withStores('readwrite', (store): IDBRequest<unknown> => {
    const read: IDBRequest<unknown> = store.get(pageId);
    read.addEventListener('success', () => {
      // The cast is safe because only keepEdits writes this object store.
      if ((read.result as KeptEdits | undefined)?.at === at) store.delete(pageId);
    });
    return read;
  }).catch(() => undefined);
}

/** Stores conflicting edits apart, so that further edits do not replace them. Rejects when the browser stores nothing. */
export async function setAside(edits: KeptEdits): Promise<void> {
  await withStores('readwrite', (_, aside) => aside.put(edits));
}

/** Returns the conflicting edits of a website that were stored apart, ordered by sequence number. */
export async function readAside(pageId: number): Promise<readonly KeptEdits[]> {
  const range = IDBKeyRange.bound([pageId], [pageId, []]);
  try {
    const kept: readonly unknown[] = await withStores(
      'readonly',
      (_, aside): IDBRequest<unknown[]> => aside.getAll(range),
    );
    // The cast is safe because only setAside writes this object store.
    return kept as readonly KeptEdits[];
  } catch {
    return [];
  }
}

/** Removes conflicting edits that were stored apart. */
export async function forgetAside({ pageId, seq }: KeptEdits): Promise<void> {
  await withStores('readwrite', (_, aside) => aside.delete([pageId, seq])).catch(() => undefined);
}

/** Removes the stored edits of all websites from this browser; called when the owner signs out. */
export async function forgetAllEdits(): Promise<void> {
  await withStores('readwrite', (store, aside) => {
    store.clear();
    return aside.clear();
  }).catch(() => undefined);
}

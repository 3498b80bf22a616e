import type { DraftEdits, UnsavedEditsPutRequest } from './pages.ts';

/**
 * Unsaved edits of a website that this browser stores until the service has stored them. A record without title, HTML and
 * layers means that the owner has undone all edits and the service does not know this yet.
 */
export interface EditsInBrowserStorage extends DraftEdits {
  readonly pageId: number;
  readonly baseRevision: number;
  readonly seq: number;
  /** Time at which this browser stored the edits, in ms since the Unix epoch. */
  readonly at: number;
  /** Edits that were sent and whose answer had not arrived when this record was stored; the service may have stored them. */
  readonly unanswered?: UnsavedEditsPutRequest;
}

const DATABASE = 'bridge-console';
const VERSION = 2;
const EDITS = 'edits';
/**
 * IndexedDB object store for edits of this browser that conflict with newer unsaved edits at the service. The owner decides
 * whether they are merged or dropped.
 */
const ASIDE = 'aside';
const KEY_PATHS = { [EDITS]: 'pageId', [ASIDE]: ['pageId', 'seq'] };

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new DOMException('failed')));
  });
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new DOMException('aborted')),
    );
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
    const request = work(transaction.objectStore(EDITS), transaction.objectStore(ASIDE));
    // A write whose request succeeded can still fail when it is committed, for example on a full disk.
    const [result] = await Promise.all([settled(request), committed(transaction)]);
    return result;
  } finally {
    database.close();
  }
}

/**
 * Stores the edits of a website in this browser and overwrites those stored before. Rejects when IndexedDB is unavailable or
 * refuses the write.
 */
export async function keepEdits(edits: EditsInBrowserStorage): Promise<void> {
  await withStores('readwrite', (store) => store.put(edits));
}

/** Returns the edits of a website that this browser has stored, or null when there are none or IndexedDB is unavailable. */
export async function readKeptEdits(pageId: number): Promise<EditsInBrowserStorage | null> {
  try {
    const kept: unknown = await withStores('readonly', (store): IDBRequest<unknown> =>
      store.get(pageId),
    );
    // The cast is safe because only keepEdits writes this object store.
    return (kept as EditsInBrowserStorage | undefined) ?? null;
  } catch {
    return null;
  }
}

/**
 * Removes the edits of a website from this browser if they were stored at the time `at`. Newer edits, which another editor has
 * stored since then, are not removed.
 */
export async function forgetEdits(pageId: number, at: number): Promise<void> {
  await withStores('readwrite', (store): IDBRequest<unknown> => {
    const read: IDBRequest<unknown> = store.get(pageId);
    read.addEventListener('success', () => {
      // The cast is safe because only keepEdits writes this object store.
      if ((read.result as EditsInBrowserStorage | undefined)?.at === at) store.delete(pageId);
    });
    return read;
  }).catch(() => undefined);
}

/**
 * Stores edits that conflict with newer edits at the service in a separate object store, so that further edits do not overwrite
 * them. Rejects when IndexedDB is unavailable or refuses the write.
 */
export async function setAside(edits: EditsInBrowserStorage): Promise<void> {
  await withStores('readwrite', (_, aside) => aside.put(edits));
}

/**
 * Returns the edits of a website that conflict with newer edits at the service, from their separate object store, in ascending
 * order of sequence number; an empty list when IndexedDB is unavailable.
 */
export async function readAside(pageId: number): Promise<readonly EditsInBrowserStorage[]> {
  const range = IDBKeyRange.bound([pageId], [pageId, []]);
  try {
    const kept: readonly unknown[] = await withStores(
      'readonly',
      (_, aside): IDBRequest<unknown[]> => aside.getAll(range),
    );
    // The cast is safe because only setAside writes this object store.
    return kept as readonly EditsInBrowserStorage[];
  } catch {
    return [];
  }
}

/** Removes one record of edits that conflict with newer edits at the service from their separate object store. */
export async function forgetAside({ pageId, seq }: EditsInBrowserStorage): Promise<void> {
  await withStores('readwrite', (_, aside) => aside.delete([pageId, seq])).catch(() => undefined);
}

/** Removes all unsaved edits of all websites from this browser; called when the owner signs out. */
export async function forgetAllEdits(): Promise<void> {
  await withStores('readwrite', (store, aside) => {
    store.clear();
    return aside.clear();
  }).catch(() => undefined);
}

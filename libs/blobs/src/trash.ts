import type { BlobStore } from './blob-store.ts';

/** Maximum number of concurrent moves or deletions. They mostly wait for the store. */
const AT_ONCE = 16;
/** Maximum number of objects that one run of `emptyTrash` deletes, or that one page of `trashPages` has. */
const PAGE = 1_000;
const TRASH = 'trash/';
const DAY_MS = 24 * 3_600_000;

/** Returns the name of the trash folder of a day (UTC), such as `20261123`. */
function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10).replaceAll('-', '');
}

async function countDone(
  keys: readonly string[],
  work: (key: string) => Promise<unknown>,
): Promise<number> {
  let done = 0;
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const ended = await Promise.allSettled(keys.slice(from, from + AT_ONCE).map(work));
    done += ended.filter(({ status }) => status === 'fulfilled').length;
  }
  return done;
}

/**
 * Moves objects into the trash folder of the day of `now` (time by the store’s clock, ms). Failed moves are skipped. Returns
 * the number of moves that did not fail.
 */
export function moveToTrash(
  store: Pick<BlobStore, 'move'>,
  keys: readonly string[],
  now: number,
): Promise<number> {
  return countDone(keys, (key) => store.move(key, `${TRASH}${dayOf(now)}/${key}`));
}

/** The result of one run of `emptyTrash`: how many objects were due for deletion, and how many were deleted. */
export interface TrashEmptyingResult {
  readonly due: number;
  readonly removed: number;
}

/** Deletes up to 1,000 objects that were moved into the trash more than `keptDays` days ago. */
export async function emptyTrash(
  store: Pick<BlobStore, 'list' | 'delete'>,
  now: number,
  keptDays: number,
): Promise<TrashEmptyingResult> {
  // The folder of a day receives objects until midnight, so its age in days is counted from the end of that day.
  const keptFrom = `${TRASH}${dayOf(now - keptDays * DAY_MS)}/`;
  const due: string[] = [];
  for await (const { key } of store.list(TRASH)) {
    // The listing is in ascending order of keys, which begin with the day.
    if (key >= keptFrom || due.length === PAGE) break;
    due.push(key);
  }
  return { due: due.length, removed: await countDone(due, (key) => store.delete(key)) };
}

/**
 * Yields the objects of the trash in pages. Each page maps the key of an object in the trash to its key before it was moved
 * there.
 */
export async function* trashPages(
  store: Pick<BlobStore, 'list'>,
): AsyncGenerator<ReadonlyMap<string, string>> {
  let page = new Map<string, string>();
  for await (const { key } of store.list(TRASH)) {
    page.set(key, key.split('/').slice(2).join('/'));
    if (page.size < PAGE) continue;
    yield page;
    page = new Map();
  }
  yield page;
}

/**
 * Moves the objects to which the database still refers from the trash back to their keys; `namedOf` selects those keys. Returns
 * how many were moved.
 */
export async function restoreFromTrash(
  store: Pick<BlobStore, 'list' | 'move'>,
  namedOf: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  let restored = 0;
  for await (const page of trashPages(store)) {
    const named = await namedOf([...page.values()]);
    for (const [trashKey, key] of page)
      if (named.has(key) && (await store.move(trashKey, key))) restored += 1;
  }
  return restored;
}

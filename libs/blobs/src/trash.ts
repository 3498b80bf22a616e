import type { BlobStore } from './blob-store.ts';

/** Moves under way at once: a store takes milliseconds for each, and hardly any of this process's time. */
const AT_ONCE = 16;
/** Objects of one page of a listing. */
const PAGE = 1_000;
const TRASH = 'trash/';
const DAY_MS = 24 * 3_600_000;

/** `20261123` of a time: the folder of what was moved on that day, in UTC. */
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
 * Moves objects into the trash, where they stay for some days; returns how many were moved. What a store that is away
 * keeps is found again by a later pass. `now` is the store's time.
 */
export function moveToTrash(
  store: Pick<BlobStore, 'move'>,
  keys: readonly string[],
  now: number,
): Promise<number> {
  return countDone(keys, (key) => store.move(key, `${TRASH}${dayOf(now)}/${key}`));
}

/** What one pass over the trash did; `isEmpty` when nothing that old is left. */
export interface TrashPass {
  readonly due: number;
  readonly removed: number;
}

/** Removes for good what was moved into the trash more than `keptDays` days ago, at most 1,000 objects. */
export async function emptyTrash(
  store: Pick<BlobStore, 'list' | 'delete'>,
  now: number,
  keptDays: number,
): Promise<TrashPass> {
  // A day ends after its last object was moved, so it is kept for one day more.
  const keptFrom = `${TRASH}${dayOf(now - keptDays * DAY_MS)}/`;
  const due: string[] = [];
  for await (const { key } of store.list(TRASH)) {
    // Days ascend, as the keys of a listing do.
    if (key >= keptFrom || due.length === PAGE) break;
    due.push(key);
  }
  return { due: due.length, removed: await countDone(due, (key) => store.delete(key)) };
}

/** Pages of the trash: each object's own key by its key in the trash. */
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

/** Moves back what is named; returns how many objects. Throws service_unavailable when the store is away. */
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

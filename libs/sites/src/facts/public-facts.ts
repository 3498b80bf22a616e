import {
  BUILDER,
  WORLDS,
  hintLive,
  type Callable,
  type CallPrincipal,
  type PublicPage,
  type PublicSnapshot,
} from '@bridge/contracts';
import { onHint, type Bus, type BusSubscription } from '@bridge/bus';
import type { Base } from '@bridge/kernel';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { FreshCache } from './fresh-cache.ts';

/** Websites whose public state is kept; about 2 KB each. */
const WEBSITES_MAX = 5_000;
/** Snapshot lists, older snapshots and Worlds that are kept. */
const SNAPSHOT_LISTS_MAX = 200;
const SNAPSHOTS_MAX = 2_000;
const WORLDS_MAX = 500;
/** A reader of a public page waits no longer than this for its facts; the bus sends once more in between. */
const ASK_MS_MAX = 3_000;

const PUBLIC: CallPrincipal = {
  account_id: null,
  key_id: null,
  scopes: [],
  worlds: null,
  surface: 'public',
};

/** Public facts of a World with its public websites, newest first; null when nobody founded it. */
export type WorldFacts = NonNullable<z.output<typeof WORLDS.dashboard.wireOutput>['world']> & {
  readonly pages: z.output<typeof BUILDER.worldPages.wireOutput>['pages'];
};

/** What the public may know, asked over the bus and kept for a moment. */
export interface PublicFacts {
  website(pageId: number): Promise<PublicPage>;
  /** The same where nobody has to be asked for it. */
  knownWebsite(pageId: number): PublicPage | undefined;
  /** A snapshot of a website whose state the caller has checked; null when there is none of this id. */
  snapshot(pageId: number, snapshotId: string): Promise<PublicSnapshot | null>;
  /** The newest hundred snapshots of such a website, newest first. */
  snapshots(pageId: number): Promise<readonly PublicSnapshot[]>;
  world(word: string): Promise<WorldFacts | null>;
  close(): Promise<void>;
}

type Ask = <I extends z.ZodType, O extends z.ZodType>(
  callable: Callable<I, O>,
  input: z.input<I>,
) => Promise<z.output<O>>;

function makeAsk(bus: Bus, { clock, ids }: Pick<Base, 'clock' | 'ids'>): Ask {
  return async (callable, input) => {
    const deadline = clock.now() + ASK_MS_MAX;
    const call = { ctx: PUBLIC, input, requestId: ids.make('req'), deadline };
    return (await bus.request(callable, call)).result;
  };
}

/** Opens the public facts of this process; a hint of a moved website makes its kept state outdated at once. */
export function openPublicFacts(bus: Bus, base: Pick<Base, 'clock' | 'ids' | 'log'>): PublicFacts {
  const { clock } = base;
  const ask = makeAsk(bus, base);
  const websites = new FreshCache<number, PublicPage>({
    clock,
    entriesMax: WEBSITES_MAX,
    load: (page_id) => ask(BUILDER.live, { page_id }),
    versionOf: ({ version }) => version,
  });
  const lists = new FreshCache({
    clock,
    entriesMax: SNAPSHOT_LISTS_MAX,
    load: (page_id: number) => ask(BUILDER.snapshots, { page_id, snapshot_id: null }),
    versionOf: ({ version }) => version,
  });
  const worlds = new FreshCache<string, WorldFacts | null>({
    clock,
    entriesMax: WORLDS_MAX,
    load: async (word) => {
      const [{ world }, { pages }] = await Promise.all([
        ask(WORLDS.dashboard, { word }),
        ask(BUILDER.worldPages, { word }),
      ]);
      return world === null ? null : { ...world, pages };
    },
    versionOf: () => 0,
  });
  const old = new LRUCache<string, PublicSnapshot>({ max: SNAPSHOTS_MAX });
  const hints: BusSubscription = onHint(bus.driver, hintLive, base.log, ({ page_id, v }) => {
    websites.announce(page_id, v);
    lists.announce(page_id, v);
  });
  return {
    website: (pageId) => websites.get(pageId),
    knownWebsite: (pageId) => websites.peek(pageId),
    snapshot: async (page_id, snapshot_id) => {
      // A snapshot never changes, so once found it is known; whether it may be seen, the website's state says.
      const key = `${page_id}/${snapshot_id}`;
      const known = old.get(key);
      if (known !== undefined) return known;
      const { snapshots } = await ask(BUILDER.snapshots, { page_id, snapshot_id });
      const found = snapshots.find((snapshot) => snapshot.snapshot_id === snapshot_id) ?? null;
      if (found !== null) old.set(key, found);
      return found;
    },
    snapshots: async (pageId) => (await lists.get(pageId)).snapshots,
    world: (word) => worlds.get(word),
    close: () => hints.drain(),
  };
}

import {
  BUILDER,
  WORLDS,
  hintLive,
  type BusCallDefinition,
  type CallPrincipal,
  type PublicWebsiteState,
  type PublicSnapshot,
} from '@bridge/contracts';
import { onHint, type MessageBus, type BusSubscription } from '@bridge/bus';
import type { CommonModuleDeps } from '@bridge/kernel';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { PublicStateCache } from './fresh-cache.ts';

/** Maximum number of websites whose public state is cached, about 2 KB each. */
const WEBSITES_MAX = 5_000;
/** Maximum number of cached lists of snapshots. */
const SNAPSHOT_LISTS_MAX = 200;
const SNAPSHOTS_MAX = 2_000;
const WORLDS_MAX = 500;
/** Default timeout of a request to a service, in ms; the bus repeats the request once within this time. */
const FACTS_MS_MAX = 3_000;

/** The principal of all requests that the content origin sends on behalf of visitors. */
const PUBLIC: CallPrincipal = {
  account_id: null,
  key_id: null,
  scopes: [],
  worlds: null,
  surface: 'public',
};

/** The public facts of a World (a public identity) with its public websites, newest first. */
export type PublicWorldState = NonNullable<
  z.output<typeof WORLDS.dashboard.wireOutput>['world']
> & {
  readonly pages: z.output<typeof BUILDER.worldPages.wireOutput>['pages'];
};

/** Reads the public state of websites and Worlds, from a cache or by a request over the bus. */
export interface PublicStateReader {
  website(pageId: number): Promise<PublicWebsiteState>;
  /** Returns the cached state of a website if it is current, else undefined. */
  knownWebsite(pageId: number): PublicWebsiteState | undefined;
  /** Finds a snapshot of a website. The caller has checked that visitors may read the website. */
  snapshot(pageId: number, snapshotId: string): Promise<PublicSnapshot | null>;
  /** Returns the newest 100 snapshots of a website, newest first. The caller has checked that visitors may read the website. */
  snapshots(pageId: number): Promise<readonly PublicSnapshot[]>;
  world(word: string): Promise<PublicWorldState | null>;
  close(): Promise<void>;
}

/** A function that sends a request to a service on behalf of visitors, with a timeout of `ms`. */
export type ServiceCallerForVisitors = <I extends z.ZodType, O extends z.ZodType>(
  callable: BusCallDefinition<I, O>,
  input: z.input<I>,
  ms?: number,
) => Promise<z.output<O>>;

/** Makes the function that sends requests to services on behalf of visitors. */
export function makeVisitorCaller(
  bus: MessageBus,
  { clock, ids }: Pick<CommonModuleDeps, 'clock' | 'ids'>,
): ServiceCallerForVisitors {
  return async (callable, input, ms = FACTS_MS_MAX) => {
    const deadline = clock.now() + ms;
    const call = { ctx: PUBLIC, input, requestId: ids.make('req'), deadline };
    return (await bus.request(callable, call)).result;
  };
}

/**
 * Opens the caches of the public state of websites and Worlds. A cached state of a website is not served after a hint (a
 * message over the bus) has announced a newer one.
 */
export function openPublicFacts(
  bus: MessageBus,
  base: Pick<CommonModuleDeps, 'clock' | 'ids' | 'log'>,
): PublicStateReader {
  const { clock } = base;
  const request = makeVisitorCaller(bus, base);
  const websites = new PublicStateCache<number, PublicWebsiteState>({
    clock,
    entriesMax: WEBSITES_MAX,
    load: (page_id) => request(BUILDER.live, { page_id }),
    versionOf: ({ version }) => version,
  });
  const lists = new PublicStateCache({
    clock,
    entriesMax: SNAPSHOT_LISTS_MAX,
    load: (page_id: number) => request(BUILDER.snapshots, { page_id, snapshot_id: null }),
    versionOf: ({ version }) => version,
  });
  const worlds = new PublicStateCache<string, PublicWorldState | null>({
    clock,
    entriesMax: WORLDS_MAX,
    load: async (word) => {
      const [{ world }, { pages }] = await Promise.all([
        request(WORLDS.dashboard, { word }),
        request(BUILDER.worldPages, { word }),
      ]);
      return world === null ? null : { ...world, pages };
    },
    versionOf: () => 0,
  });
  const snapshotCache = new LRUCache<string, PublicSnapshot>({ max: SNAPSHOTS_MAX });
  const hints: BusSubscription = onHint(bus.driver, hintLive, base.log, ({ page_id, v }) => {
    websites.announce(page_id, v);
    lists.announce(page_id, v);
  });
  return {
    website: (pageId) => websites.get(pageId),
    knownWebsite: (pageId) => websites.peek(pageId),
    snapshot: async (page_id, snapshot_id) => {
      // A snapshot never changes, so it is cached without expiry; the website's state decides whether it is public.
      const key = `${page_id}/${snapshot_id}`;
      const known = snapshotCache.get(key);
      if (known !== undefined) return known;
      const { snapshots } = await request(BUILDER.snapshots, { page_id, snapshot_id });
      const found = snapshots.find((snapshot) => snapshot.snapshot_id === snapshot_id) ?? null;
      if (found !== null) snapshotCache.set(key, found);
      return found;
    },
    snapshots: async (pageId) => (await lists.get(pageId)).snapshots,
    world: (word) => worlds.get(word),
    close: () => hints.drain(),
  };
}

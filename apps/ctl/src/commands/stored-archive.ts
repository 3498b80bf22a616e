import {
  type ArchiveStats,
  type ArchiveVersion,
  bringUpToDate,
  storedTarget,
  superseded,
} from '@bridge/archive';
import { blobsModule, openBlobs, type BlobStore } from '@bridge/blobs';
import { busModule, type Bus } from '@bridge/bus';
import { type CallPrincipal, SURF } from '@bridge/contracts';
import {
  makeLogger,
  randomIds,
  run,
  type RunningModules,
  type Settings,
  systemClock,
} from '@bridge/kernel';
import { openSearch, SearchFault, versionFolder } from '@bridge/search';
import type { Explanation } from '@bridge/surf';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { complain } from '../terminal.ts';
import { type ArchiveTool, searchOn } from './archive-tool.ts';

/** Every replica is waited for this long; those that need longer serve the version by themselves later. */
const SWAP_MS_MAX = 60_000;
const STATUS_MS = 200;
/** The operator acts for no account. */
const OPERATOR: CallPrincipal = {
  account_id: null,
  key_id: null,
  scopes: [],
  worlds: null,
  surface: 'ctl',
};
const ENGINE =
  'The surf service searches an engine: set BRIDGE_SEARCH to the engine, and BRIDGE_MEILI_KEY to its key for imports.';

/** The messages to the surf service: over the broker, or to one in this process where BRIDGE_BUS names none. */
class SurfService {
  readonly #settings: Settings;
  readonly #isRemote: boolean;
  #opened: Promise<{ readonly running: RunningModules; readonly bus: Bus }> | null = null;

  constructor(settings: Settings) {
    this.#settings = settings;
    const { BRIDGE_BUS: bus } = settings;
    this.#isRemote = bus !== undefined && bus !== 'memory:';
  }

  /** Opened with the first message: an import needs its memory for records until it swaps. */
  async #bus(): Promise<Bus> {
    return (await (this.#opened ??= this.#open())).bus;
  }

  async #open(): Promise<{ readonly running: RunningModules; readonly bus: Bus }> {
    const settings = this.#settings;
    const log = makeLogger(settings.BRIDGE_LOG ?? 'error', { app: 'ctl', pid: process.pid });
    const base = { settings, log, clock: systemClock, ids: randomIds };
    const bus = busModule({ service: 'ctl', wiring: this.#isRemote ? 'service' : 'all-in-one' });
    const others = this.#isRemote
      ? []
      : [blobsModule('tool'), (await import('@bridge/surf')).surfOfTool];
    const running = await run([bus, ...others], base);
    return { running, bus: running.get(bus) };
  }

  async #call() {
    const { request } = await this.#bus();
    const requestId = randomIds.make('req');
    return { request, call: { ctx: OPERATOR, requestId } };
  }

  async status() {
    const { request, call } = await this.#call();
    return (await request(SURF.status, { ...call, input: {} })).result;
  }

  async rollback(from: string) {
    const { request, call } = await this.#call();
    return (await request(SURF.rollback, { ...call, input: { from } })).result;
  }

  async explain(query: string, id: string | null) {
    const { request, call } = await this.#call();
    return (await request(SURF.explain, { ...call, input: { query, id } })).result;
  }

  /** Refuses an import that the service could not serve, before any file is read. */
  async refuseEngine(): Promise<void> {
    if (this.#isRemote && (await this.status()).kind === 'engine')
      throw new SearchFault('failed', ENGINE);
  }

  /** Lets a version serve and waits until every replica does. Errors: SearchFault, service_unavailable. */
  async swap(next: ArchiveVersion, base: string | null): Promise<void> {
    const { request, call } = await this.#call();
    const { result } = await request(SURF.swap, { ...call, input: { next, base } });
    if (result.outcome === 'superseded') throw superseded();
    if (result.outcome === 'engine') throw new SearchFault('failed', ENGINE);
    if (result.outcome === 'missing')
      throw new SearchFault(
        'no_index',
        'The surf service does not find the new index: BRIDGE_BLOBS of this command must name the blob store of the service.',
      );
    await this.#served(next.version);
  }

  async #served(version: string): Promise<void> {
    const from = systemClock.monotonic();
    for (;;) {
      const { replicas } = await this.status();
      const late = replicas.filter((one) => one.version !== version);
      const isOver =
        systemClock.monotonic() - from > SWAP_MS_MAX || late.every((one) => one.trouble !== null);
      if (late.length === 0 || isOver) {
        for (const { replica, trouble } of late)
          complain(
            `\n  replica ${replica}: ${trouble ?? 'still loads the version; archive stats says when it serves it'}`,
          );
        return;
      }
      await wait(STATUS_MS);
    }
  }

  async close(): Promise<void> {
    if (this.#opened !== null) await (await this.#opened).running.stop();
  }
}

/**
 * Opens the archive that is kept in the blob store: the index is built in a folder of this machine, and the surf service
 * lets it serve. Errors: SearchFault, StartError.
 */
export async function withStoredArchive<T>(
  settings: Settings,
  work: (tool: ArchiveTool) => Promise<T>,
): Promise<T> {
  const surf = new SurfService(settings);
  const base = { settings, ids: randomIds, clock: systemClock };
  let store: Promise<BlobStore> | null = null;
  try {
    return await work(toolOf(settings, surf, () => (store ??= openBlobs('tool', base))));
  } finally {
    await surf.close();
    await (await (store as Promise<BlobStore> | null))?.close();
  }
}

function toolOf(
  settings: Settings,
  surf: SurfService,
  openStore: () => Promise<BlobStore>,
): ArchiveTool {
  const address = settings.BRIDGE_SEARCH ?? `file:${join(settings.BRIDGE_DATA, 'search')}`;
  const onIndex = async () => {
    const folder = versionFolder(address);
    if (folder === null) throw new SearchFault('failed', ENGINE);
    return { folder, store: await openStore(), index: openSearch({ address, clock: systemClock }) };
  };
  return {
    status: async () => {
      const { stats, trouble, replicas } = await surf.status();
      // The other end is this product's archiveStats; its value travels as it is.
      return { stats: stats as ArchiveStats | null, trouble, replicas };
    },
    rollback: async () => {
      const { named } = await surf.status();
      return named !== null && (await surf.rollback(named)).serving !== null;
    },
    explain: async (query, id) => {
      const { explanation, explanations = [] } = await surf.explain(query, id);
      // The other end is this product's explainQuery; its value travels as it is.
      return [
        ...(explanation === null ? [] : [explanation]),
        ...explanations,
      ] as unknown as readonly Explanation[];
    },
    searching: async (work) => {
      const { index, ...versions } = await onIndex();
      try {
        await bringUpToDate(versions);
        return await work(await searchOn(index));
      } finally {
        await index.close();
      }
    },
    target: {
      begin: async (options) => {
        await surf.refuseEngine();
        const opened = await onIndex();
        const swap = (next: ArchiveVersion, base: string | null) => surf.swap(next, base);
        return storedTarget({ ...opened, clock: systemClock, swap }).begin(options);
      },
    },
  };
}

import { type ArchiveVersion, superseded } from '@bridge/archive';
import { blobsModule } from '@bridge/blobs';
import { busModule, type MessageBus } from '@bridge/bus';
import { type CallPrincipal, SURF } from '@bridge/contracts';
import {
  makeLogger,
  randomIds,
  run,
  type RunningModules,
  type ProcessSettings,
  systemClock,
} from '@bridge/kernel';
import { SearchEngineError } from '@bridge/search';
import { setTimeout as wait } from 'node:timers/promises';
import { complain } from '../terminal.ts';

/**
 * Maximum time in ms that a command waits until all replicas of the surf service serve a new version. Slower replicas switch to
 * it after the command has ended.
 */
const SWAP_MS_MAX = 60_000;
const STATUS_MS = 200;
/** The identity of the operator in messages to the surf service; it belongs to no account. */
const OPERATOR: CallPrincipal = {
  account_id: null,
  key_id: null,
  scopes: [],
  worlds: null,
  surface: 'ctl',
};
/** The error text when an import would write into the blob store, but the surf service searches a Meilisearch engine. */
export const ENGINE =
  'The surf service searches an engine: set BRIDGE_SEARCH to the engine, and BRIDGE_MEILI_KEY to its key for imports.';

/** Sends requests to the surf service, which searches the archive: over NATS, or in this process without a broker. */
export class SurfServiceClient {
  readonly #settings: ProcessSettings;
  readonly #isRemote: boolean;
  #opened: Promise<{ readonly running: RunningModules; readonly bus: MessageBus }> | null = null;

  constructor(settings: ProcessSettings) {
    this.#settings = settings;
    const { BRIDGE_BUS: bus } = settings;
    this.#isRemote = bus !== undefined && bus !== 'memory:';
  }

  /** Connects to the message bus when the first request is sent. An import needs the memory for its records before that. */
  async #bus(): Promise<MessageBus> {
    return (await (this.#opened ??= this.#open())).bus;
  }

  async #open(): Promise<{ readonly running: RunningModules; readonly bus: MessageBus }> {
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

  /**
   * Throws SearchEngineError when the surf service searches a Meilisearch engine, because it would not serve an index that this
   * command puts into the blob store.
   */
  async refuseEngine(): Promise<void> {
    if (this.#isRemote && (await this.status()).kind === 'engine')
      throw new SearchEngineError('failed', ENGINE);
  }

  /**
   * Makes the surf service serve version `next`, provided that `base` still serves, and waits until every replica serves it.
   * Throws SearchEngineError and errors with the code service_unavailable.
   */
  async swap(next: ArchiveVersion, base: string | null): Promise<void> {
    const { request, call } = await this.#call();
    const { result } = await request(SURF.swap, { ...call, input: { next, base } });
    if (result.outcome === 'superseded') throw superseded();
    if (result.outcome === 'engine') throw new SearchEngineError('failed', ENGINE);
    if (result.outcome === 'missing')
      throw new SearchEngineError(
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

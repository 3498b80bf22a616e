import type { MessageBus } from '@bridge/bus';
import { onHint } from '@bridge/bus';
import { hintArchive } from '@bridge/contracts';
import type { Clock, Logger } from '@bridge/kernel';
import { SearchEngineError, type SearchIndex } from '@bridge/search';
import { SurfReplicaRegistry, type SurfReplicaServingStatus } from './replicas.ts';
import type { IndexVersionLoader } from './version-loader.ts';

/**
 * Interval at which a replica reads from the blob store which version to serve, ms. A lost hint (message about a new version)
 * then has no lasting effect.
 */
const CHECK_MS = 5_000;
const PROBLEM_CHARS_MAX = 1_000;

/**
 * The dependencies of a SurfReplica, one process of the service surf. `loader` loads index versions; it is null with
 * Meilisearch, which stores its versions itself.
 */
export interface SurfReplicaDeps {
  readonly name: string;
  readonly index: SearchIndex;
  readonly loader: IndexVersionLoader | null;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * One replica (process) of the service surf: loads the archive version that the pointer in the blob store names, and broadcasts
 * which version it serves.
 */
export class SurfReplica {
  readonly #deps: SurfReplicaDeps;
  readonly #replicas: SurfReplicaRegistry;
  readonly #subscription: { drain(): Promise<void> };
  readonly #timer: NodeJS.Timeout;
  #checking: Promise<void> | null = null;

  constructor(deps: SurfReplicaDeps) {
    const { bus, clock, log } = deps;
    this.#deps = deps;
    this.#replicas = new SurfReplicaRegistry(bus, clock, log);
    this.#subscription = onHint(bus.driver, hintArchive, log, () => void this.check(true));
    this.#timer = setInterval(() => void this.check(), CHECK_MS).unref();
  }

  /**
   * Loads the version that the pointer in the blob store names unless that one is served, and broadcasts the state. While an
   * earlier check loads a version, only broadcasts the state. Never throws. `hinted`: true when a hint reported a new version.
   */
  check(hinted = false): Promise<void> {
    // An earlier check may load a version for minutes. Without a broadcast meanwhile, the other replicas would count this one
    // as stopped.
    if (this.#checking !== null && !hinted) return this.#announce();
    const checking = (this.#deps.loader?.check(hinted) ?? Promise.resolve()).then(() => {
      if (this.#checking === checking) this.#checking = null;
      return this.#announce();
    });
    this.#checking = checking;
    return checking;
  }

  async #announce(): Promise<void> {
    this.#replicas.announce(await this.state());
  }

  /** Returns the archive version that this replica serves, or its problem. Never throws. */
  async state(): Promise<SurfReplicaServingStatus> {
    const { name, index, loader } = this.#deps;
    const { version, trouble } = await index.info().then(
      (info) => ({ version: info?.version ?? null, trouble: info?.trouble ?? null }),
      (error: unknown) => ({
        version: null,
        trouble:
          error instanceof SearchEngineError ? error.sentence : 'The archive cannot be read.',
      }),
    );
    const known = loader?.trouble ?? trouble;
    return { replica: name, version, trouble: known?.slice(0, PROBLEM_CHARS_MAX) ?? null };
  }

  /**
   * Returns the states of all replicas, this one first. Its own state is read now; those of the others are their last
   * broadcasts.
   */
  async all(): Promise<readonly SurfReplicaServingStatus[]> {
    const own = await this.state();
    return [own, ...this.#replicas.all().filter(({ replica }) => replica !== own.replica)];
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#subscription.drain();
    await this.#replicas.close();
    await this.#checking;
  }
}

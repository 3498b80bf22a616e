import type { MessageBus } from '@bridge/bus';
import { onHint } from '@bridge/bus';
import { hintArchive } from '@bridge/contracts';
import type { Clock, Logger } from '@bridge/kernel';
import { SearchEngineError, type SearchIndex } from '@bridge/search';
import { SurfReplicaRegistry, type ReplicaState } from './replicas.ts';
import type { IndexVersionLoader } from './version-loader.ts';

/**
 * Interval at which a replica reads the version pointer, ms, so that a lost hint (a message about a new version) has no lasting
 * effect.
 */
const CHECK_MS = 5_000;
const PROBLEM_CHARS_MAX = 1_000;

/**
 * The dependencies of a Replica, one process of the service surf. `keeper` loads index versions; it is null with Meilisearch,
 * which stores its versions itself.
 */
export interface ReplicaDeps {
  readonly name: string;
  readonly index: SearchIndex;
  readonly keeper: IndexVersionLoader | null;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

/** One replica of surf: loads the version that the pointer names, and broadcasts the version that it serves. */
export class SurfReplica {
  readonly #deps: ReplicaDeps;
  readonly #replicas: SurfReplicaRegistry;
  readonly #subscription: { drain(): Promise<void> };
  readonly #timer: NodeJS.Timeout;
  #working: Promise<void> = Promise.resolve();

  constructor(deps: ReplicaDeps) {
    const { bus, clock, log } = deps;
    this.#deps = deps;
    this.#replicas = new SurfReplicaRegistry(bus, clock, log);
    this.#subscription = onHint(bus.driver, hintArchive, log, () => void this.check(true));
    this.#timer = setInterval(() => void this.check(), CHECK_MS).unref();
  }

  /**
   * Reads the pointer, loads the version that it names unless that one is served, and broadcasts the state. Never throws.
   * `hinted`: true when a hint reported a new version.
   */
  check(hinted = false): Promise<void> {
    this.#working = (async () => {
      await this.#deps.keeper?.check(hinted);
      this.#replicas.announce(await this.state());
    })();
    return this.#working;
  }

  /** Returns the archive version that this replica serves, or its problem. Never throws. */
  async state(): Promise<ReplicaState> {
    const { name, index, keeper } = this.#deps;
    const { version, trouble } = await index.info().then(
      (info) => ({ version: info?.version ?? null, trouble: info?.trouble ?? null }),
      (error: unknown) => ({
        version: null,
        trouble:
          error instanceof SearchEngineError ? error.sentence : 'The archive cannot be read.',
      }),
    );
    const known = keeper?.trouble ?? trouble;
    return { replica: name, version, trouble: known?.slice(0, PROBLEM_CHARS_MAX) ?? null };
  }

  /**
   * Returns the states of all replicas, this one first. Its own state is read now; those of the others are their last
   * broadcasts.
   */
  async all(): Promise<readonly ReplicaState[]> {
    const own = await this.state();
    return [own, ...this.#replicas.all().filter(({ replica }) => replica !== own.replica)];
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#subscription.drain();
    await this.#replicas.close();
    await this.#working;
  }
}

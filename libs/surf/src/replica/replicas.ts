import { onHint, sendHint, type MessageBus } from '@bridge/bus';
import { hintServed } from '@bridge/contracts';
import type { Clock, Logger } from '@bridge/kernel';

/**
 * Time in ms without a broadcast after which a replica (process of the service surf) counts as stopped: three of its check
 * intervals.
 */
const SILENT_MS_MAX = 15_000;

/**
 * The archive version that a replica (process of the service surf) serves, and its problem with the archive, a sentence or
 * null.
 */
export interface SurfReplicaServingStatus {
  readonly replica: string;
  readonly version: string | null;
  readonly trouble: string | null;
}

/**
 * Collects which archive version each replica (process) of the service surf serves: a replica broadcasts its own state and
 * keeps the last states of the others.
 */
export class SurfReplicaRegistry {
  readonly #bus: MessageBus;
  readonly #clock: Clock;
  readonly #known = new Map<string, SurfReplicaServingStatus & { readonly at: number }>();
  readonly #subscription: { drain(): Promise<void> };

  constructor(bus: MessageBus, clock: Clock, log: Logger) {
    this.#bus = bus;
    this.#clock = clock;
    this.#subscription = onHint(bus.driver, hintServed, log, (state) => this.#note(state));
  }

  /** Broadcasts the state of this replica. */
  announce(state: SurfReplicaServingStatus): void {
    this.#note(state);
    sendHint(this.#bus.driver, hintServed, state);
  }

  /** Returns the last state of each replica that broadcast within the last 15 s, sorted by name. */
  all(): SurfReplicaServingStatus[] {
    const oldest = this.#clock.monotonic() - SILENT_MS_MAX;
    return [...this.#known.values()]
      .filter(({ at }) => at >= oldest)
      .map(({ replica, version, trouble }) => ({ replica, version, trouble }))
      .sort((a, b) => (a.replica < b.replica ? -1 : 1));
  }

  #note({ replica, version, trouble }: SurfReplicaServingStatus): void {
    const at = this.#clock.monotonic();
    for (const [name, known] of this.#known)
      if (at - known.at > SILENT_MS_MAX) this.#known.delete(name);
    this.#known.set(replica, { replica, version, trouble, at });
  }

  async close(): Promise<void> {
    await this.#subscription.drain();
  }
}

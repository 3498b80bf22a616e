import { sampledGauge } from './metrics.ts';
import type { ResourceScope } from './resource-scope.ts';

const open = sampledGauge(
  'client_connections',
  'Connections that are counted by their client; behind a proxy, requests.',
  ['origin'] as const,
);

/** Limits the number of open connections per client, identified by the block of its IP address (`clientBlock`). */
export class ClientConnectionLimiter {
  readonly #max: number;
  readonly #open = new Map<string, number>();
  #total = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Counts a connection of an address block (`clientBlock`) until `scope` ends. Returns false, without counting the connection,
   * when the block already has its maximum number of connections.
   */
  admit(scope: ResourceScope, block: string): boolean {
    const count = this.#open.get(block) ?? 0;
    if (count >= this.#max) return false;
    this.#open.set(block, count + 1);
    this.#total += 1;
    scope.own(() => {
      const left = (this.#open.get(block) ?? 1) - 1;
      if (left === 0) this.#open.delete(block);
      else this.#open.set(block, left);
      this.#total -= 1;
    });
    return true;
  }

  /** Number of counted open connections of all clients. */
  get total(): number {
    return this.#total;
  }

  /**
   * Registers the number of open connections as a metric, labelled with the origin (API host or host of published websites).
   * Returns a function that removes the metric.
   */
  expose(origin: 'app' | 'content'): () => void {
    return open.add({ origin }, () => this.#total);
  }
}

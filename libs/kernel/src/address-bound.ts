import { sampledGauge } from './metrics.ts';
import type { ResourceScope } from './resource-scope.ts';

const open = sampledGauge(
  'client_connections',
  'Connections that are counted by their client; behind a proxy, requests.',
  ['origin'] as const,
);

/** Bounds what one client holds open at once, by the block its address belongs to (`clientBlock`). */
export class AddressBound {
  readonly #max: number;
  readonly #open = new Map<string, number>();
  #total = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts one more of this block until the scope ends. False, with nothing counted, when the block has its most. */
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

  /** What all blocks hold together. */
  get total(): number {
    return this.#total;
  }

  /** Shows the total in the metrics; returns how to end that. */
  expose(origin: 'app' | 'content'): () => void {
    return open.add({ origin }, () => this.#total);
  }
}

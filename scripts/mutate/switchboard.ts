import { SWITCH } from './instrument.ts';

/** Thrown when a mutant causes many more `SWITCH` calls than the original code, which suggests an endless loop. */
export class EndlessMutant extends Error {}

/**
 * A mutant counts as endless when it makes more `SWITCH` calls than this many times those of the original code, plus
 * `LIMIT_MIN`.
 */
const LIMIT_FACTOR = 20;
const LIMIT_MIN = 200_000;

/** Turns mutants on and off, and records which ones are executed. */
export class MutantSwitchboard {
  #active = -1;
  #calls = 0;
  #limit = Infinity;
  #reached = new Set<number>();

  /** Defines the global function `SWITCH`, which instrumented sources call. */
  constructor() {
    Object.assign(globalThis, {
      [SWITCH]: (id: number): boolean => {
        this.#calls += 1;
        if (this.#calls > this.#limit) throw new EndlessMutant(`mutant ${this.#active} is endless`);
        this.#reached.add(id);
        return id === this.#active;
      },
    });
  }

  /** Returns the mutants that were executed since the last call, and the number of `SWITCH` calls since then. */
  takeReached(): { readonly reached: ReadonlySet<number>; readonly calls: number } {
    const taken = { reached: this.#reached, calls: this.#calls };
    this.#reached = new Set();
    this.#calls = 0;
    return taken;
  }

  /**
   * Turns a mutant on. `calls` is the number of `SWITCH` calls without a mutant, from which the limit for this mutant is
   * computed.
   */
  turnOn(id: number, calls: number): void {
    this.takeReached();
    this.#active = id;
    this.#limit = calls * LIMIT_FACTOR + LIMIT_MIN;
  }

  turnOff(): void {
    this.#active = -1;
    this.#limit = Infinity;
  }

  /** True when the active mutant has exceeded its limit of `SWITCH` calls. */
  get isEndless(): boolean {
    return this.#calls > this.#limit;
  }
}

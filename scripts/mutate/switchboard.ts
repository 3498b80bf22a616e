import { SWITCH } from './instrument.ts';

/** Thrown when a mutant executes many more switches than the original code, which suggests an endless loop. */
export class EndlessMutant extends Error {}

/** A mutant counts as endless when it executes this many times the switches of the original code. */
const LIMIT_FACTOR = 20;
const LIMIT_MIN = 200_000;

/** Turns mutants on and off, and records which ones are executed. */
export class Switchboard {
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

  /** Returns the mutants that were executed since the last call, and how many switches were executed. */
  takeReached(): { readonly reached: ReadonlySet<number>; readonly calls: number } {
    const taken = { reached: this.#reached, calls: this.#calls };
    this.#reached = new Set();
    this.#calls = 0;
    return taken;
  }

  /** Turns a mutant on. `calls` is the number of switches that the same run executes without a mutant; it sets the limit. */
  turnOn(id: number, calls: number): void {
    this.takeReached();
    this.#active = id;
    this.#limit = calls * LIMIT_FACTOR + LIMIT_MIN;
  }

  turnOff(): void {
    this.#active = -1;
    this.#limit = Infinity;
  }

  /** True when the active mutant has exceeded its limit of executed switches. */
  get isEndless(): boolean {
    return this.#calls > this.#limit;
  }
}

import { SWITCH } from './instrument.ts';

/** Thrown by a mutant that reads its switches far more often than the original. */
export class EndlessMutant extends Error {}

/** A mutant may read its switches this much more often than the original before it counts as endless. */
const LIMIT_FACTOR = 20;
const LIMIT_MIN = 200_000;

/** Turns mutants on and records which of them the code runs. */
export class Switchboard {
  #active = -1;
  #calls = 0;
  #limit = Infinity;
  #reached = new Set<number>();

  /** Puts the switch, which instrumented sources read, into the global scope. */
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

  /** Mutants that the code has run since the last call of this function, and how often it read a switch. */
  takeReached(): { readonly reached: ReadonlySet<number>; readonly calls: number } {
    const taken = { reached: this.#reached, calls: this.#calls };
    this.#reached = new Set();
    this.#calls = 0;
    return taken;
  }

  /** Turns one mutant on for a run that reads its switches `calls` times without it. */
  turnOn(id: number, calls: number): void {
    this.takeReached();
    this.#active = id;
    this.#limit = calls * LIMIT_FACTOR + LIMIT_MIN;
  }

  turnOff(): void {
    this.#active = -1;
    this.#limit = Infinity;
  }

  /** True when the mutant that is on has passed its limit. */
  get isEndless(): boolean {
    return this.#calls > this.#limit;
  }
}

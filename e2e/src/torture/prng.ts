/** A reproducible random number generator. All random choices of a run derive from one seed. */
export interface SeededRandom {
  /** Returns an integer from 0 to below `n`. */
  below(n: number): number;
  /** Returns a number from `from` to below `to`. */
  between(from: number, to: number): number;
  /** Returns true with this probability, from 0 to 1. */
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Returns one of the keys of `weights`, with a probability proportional to its weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
  /**
   * Returns an independent generator for a part of the run, such as one agent: its random choices do not depend on those of
   * other parts.
   */
  fork(label: string): SeededRandom;
}

const GOLDEN = 0x9e3779b9;
const UINT32 = 2 ** 32;

/** Hashes a label and a seed (FNV-1a) into the seed of a forked generator. */
function hash(text: string, seed: number): number {
  let value = seed ^ 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1)
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

/** Makes the generator for a seed. Its algorithm, splitmix32, gives the same numbers on every machine. */
export function prng(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + GOLDEN) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / UINT32;
  };
  const below = (n: number): number => Math.floor(next() * n);
  return {
    below,
    between: (from, to) => from + next() * (to - from),
    chance: (probability) => next() < probability,
    pick: (list) => {
      const chosen = list[below(list.length)];
      if (chosen === undefined) throw new Error('nothing to choose from');
      return chosen;
    },
    weighted: <K extends string>(weights: Readonly<Record<K, number>>) => {
      const entries = Object.entries(weights) as [K, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        left -= weight;
        if (left < 0) return name;
      }
      throw new Error('nothing to choose from');
    },
    fork: (label) => prng(hash(label, seed)),
  };
}

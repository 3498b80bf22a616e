import { setTimeout as delay } from 'node:timers/promises';

const WITHIN_MS = 10_000;
const EVERY_MS = 10;

/**
 * Polls a condition every 10 ms until it returns a truthy value, and returns that value. After `withinMs` (default 10 s) it
 * throws an error that contains `what`. An error that the condition throws counts as false.
 */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  withinMs: number = WITHIN_MS,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    let failure: unknown;
    try {
      const value = await condition();
      if (value) return value;
    } catch (error) {
      failure = error;
    }
    if (performance.now() >= deadline) {
      throw new Error(`waited ${withinMs} ms in vain: ${what}`, { cause: failure });
    }
    await delay(EVERY_MS);
  }
}

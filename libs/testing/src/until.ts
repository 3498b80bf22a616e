import { setTimeout as delay } from 'node:timers/promises';

const WITHIN_MS = 10_000;
const EVERY_MS = 10;

/**
 * Waits until the condition gives something truthy and returns that; asks every 10 ms, for 10 seconds
 * unless told otherwise, then throws with what it was waiting for. An error of the condition counts as
 * "not yet" and is the cause when time is up.
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

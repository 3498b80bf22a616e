import { afterEach, beforeEach, expect } from 'vitest';
import { product } from '../stage.ts';

/** Reads from the metrics how many times the app origin has answered with status 500. */
async function internalErrors(): Promise<number> {
  const text = await (await fetch(`${product().internalUrl}/metrics`)).text();
  const lines = text.matchAll(
    /^bridge_http_requests_total\{[^}]*code="internal"[^}]*\} ([0-9]+)$/gm,
  );
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
}

/**
 * Maximum duration in ms of the small read that follows each test, for a busy machine. A longer read means that the product
 * hangs.
 */
const SMALL_READ_MS_MAX = 5_000;

/** Adds checks after each test of a file: the process is ready, no answer was a 500, and a small read succeeds. */
export function standing(read: () => Promise<{ readonly ok: boolean }>): void {
  let before = 0;
  beforeEach(async () => {
    before = await internalErrors();
  });
  afterEach(async () => {
    const { internalUrl } = product();
    expect((await fetch(`${internalUrl}/livez`)).status).toBe(200);
    expect(await (await fetch(`${internalUrl}/readyz`)).json()).toMatchObject({ ready: true });
    expect(await internalErrors()).toBe(before);
    const from = performance.now();
    expect(await read()).toMatchObject({ ok: true });
    expect(performance.now() - from).toBeLessThan(SMALL_READ_MS_MAX);
  });
}

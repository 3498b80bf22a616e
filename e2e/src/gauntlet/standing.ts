import { afterEach, beforeEach, expect } from 'vitest';
import { product } from '../stage.ts';

/** Answers of the app origin that were nobody's fault but ours, since it started. */
async function internalErrors(): Promise<number> {
  const text = await (await fetch(`${product().internalUrl}/metrics`)).text();
  const lines = text.matchAll(
    /^bridge_http_requests_total\{[^}]*code="internal"[^}]*\} ([0-9]+)$/gm,
  );
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** A small read takes this long at most while nothing else is asked; a hang is still told from a busy machine. */
const SMALL_READ_MS_MAX = 5_000;

/** What must hold after each case of a file: the process lives and is ready, nothing was a 500, a small read answers. */
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

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the root of the checkout. */
export const ROOT = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/** An error that the user can correct; its message is one sentence and is printed without a stack. */
export class UsageError extends Error {}

/**
 * Prints an error and sets the exit code: 2 for a UsageError, else 1 with the stack.
 * @param {unknown} error
 */
export function stopWith(error) {
  if (error instanceof UsageError) console.error(error.message);
  else console.error(error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

const REDRAW_MS = 1_000;
const LINE_EVERY_MS = 10_000;

/**
 * Shows progress while `work` runs: one updated line in a terminal, else a line every ten seconds.
 * @template T
 * @param {string} what
 * @param {() => string} detail  Called each time the line is printed.
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(what, detail, work) {
  const out = process.stderr;
  const from = performance.now();
  const line = () => `${what} … ${Math.round((performance.now() - from) / 1_000)} s ${detail()}`;
  out.write(out.isTTY ? line() : `${what} …\n`);
  const timer = setInterval(
    () => out.write(out.isTTY ? `\r\u001b[2K${line()}` : `${line()}\n`),
    out.isTTY ? REDRAW_MS : LINE_EVERY_MS,
  );
  try {
    const result = await work();
    const seconds = ((performance.now() - from) / 1_000).toFixed(1);
    out.write(`${out.isTTY ? '\r\u001b[2K' : ''}${what}: ${seconds} s\n`);
    return result;
  } finally {
    clearInterval(timer);
  }
}

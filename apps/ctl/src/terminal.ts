import { createInterface } from 'node:readline/promises';

/** Prints for the person or program that called the command. */
export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** Says what went wrong, apart from the output. */
export function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** True when a person watches the progress, who would rather see one line move than many lines pass. */
export function watched(): boolean {
  return process.stderr.isTTY;
}

/** Overwrites the line of progress. */
export function progress(text: string): void {
  process.stderr.write(`\r\u001b[2K${text}`);
}

/** The first line of standard input, without its end: a password that stays out of the list of processes. */
export async function firstLine(): Promise<string> {
  const { value } = await createInterface({ input: process.stdin })[Symbol.asyncIterator]().next();
  process.stdin.destroy();
  return value ?? '';
}

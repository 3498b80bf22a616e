import { createInterface } from 'node:readline/promises';

/** Prints the output of a command to standard output. */
export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** Prints a problem or a notice to standard error. */
export function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** True when standard error is a terminal, where progress is one line that is overwritten. */
export function watched(): boolean {
  return process.stderr.isTTY;
}

/** Overwrites the line of progress on standard error. */
export function progress(text: string): void {
  process.stderr.write(`\r\u001b[2K${text}`);
}

/** Reads the first line of standard input, without the line break. A password given this way is in no process list. */
export async function firstLine(): Promise<string> {
  const { value } = await createInterface({ input: process.stdin })[Symbol.asyncIterator]().next();
  process.stdin.destroy();
  return value ?? '';
}

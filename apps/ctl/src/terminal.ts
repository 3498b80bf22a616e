import { createInterface } from 'node:readline/promises';

/** Prints the output of a command to standard output. */
export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** Prints a problem or a notice to standard error. */
export function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** True when standard error is a terminal. Progress is then one line that is overwritten. */
export function watched(): boolean {
  return process.stderr.isTTY;
}

/** Prints progress to standard error: replaces the text of the current line. */
export function progress(text: string): void {
  process.stderr.write(`\r\u001b[2K${text}`);
}

/** Reads the first line of standard input. A password given in this way does not appear in the list of processes. */
export async function firstLine(): Promise<string> {
  const { value } = await createInterface({ input: process.stdin })[Symbol.asyncIterator]().next();
  process.stdin.destroy();
  return value ?? '';
}

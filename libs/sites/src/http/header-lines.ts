import { BridgeError } from '@bridge/kernel';

/** What no header value may hold: another line would be another header. */
const CONTROLS = /[^\t\x20-\x7e\x80-\xff]/;

/** Headers, names and values flat, as the lines that are sent; throws `internal` for a value that no line can hold. */
export function headerLines(headers: readonly string[]): string {
  let lines = '';
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const value = headers[at + 1] ?? '';
    if (CONTROLS.test(value))
      throw new BridgeError('internal', {}, { cause: `${headers[at]} holds a control character` });
    lines += `${headers[at]}: ${value}\r\n`;
  }
  return lines;
}

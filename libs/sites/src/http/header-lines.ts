import { BridgeError } from '@bridge/kernel';

/** Matches characters that a header value must not contain; a line break would start another header. */
const CONTROLS = /[^\t\x20-\x7e\x80-\xff]/;

/** Formats headers, given as alternating names and values, as lines. Throws `internal` for a control character. */
export function formatHeaders(headers: readonly string[]): string {
  let lines = '';
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const value = headers[at + 1] ?? '';
    if (CONTROLS.test(value))
      throw new BridgeError(
        'internal',
        {},
        { cause: `${headers[at]} contains a control character` },
      );
    lines += `${headers[at]}: ${value}\r\n`;
  }
  return lines;
}

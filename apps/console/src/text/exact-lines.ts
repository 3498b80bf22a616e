/** The two line ends that a draft may use; a lone CR is a character like any other. */
export type LineEnd = '\n' | '\r\n';

/**
 * Splits a text on "\n" only. Every other character stays in its line, also the CR before a "\n": the lines joined by "\n" are
 * exactly the text.
 */
export function splitExact(text: string): readonly string[] {
  return text.split('\n');
}

/** Returns the text of lines that splitExact returned, or of any selection of such lines. */
export function joinExact(lines: readonly string[]): string {
  return lines.join('\n');
}

/** Counts of the line ends of a text. */
export interface LineEndCounts {
  readonly lf: number;
  readonly crlf: number;
}

/** Counts the line ends of a text. */
export function countLineEnds(text: string): LineEndCounts {
  let lf = 0;
  let crlf = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (at > 0 && text.charCodeAt(at - 1) === 13) crlf += 1;
    else lf += 1;
  }
  return { lf, crlf };
}

/** Returns the line end that a text uses most; LF for a text of one line. */
export function mainLineEnd(text: string): LineEnd {
  const { lf, crlf } = countLineEnds(text);
  return crlf > lf ? '\r\n' : '\n';
}

/** Returns a text that a person typed or pasted with the line end of the draft. A lone CR is kept. */
export function withLineEnd(text: string, lineEnd: LineEnd): string {
  return text.replace(/\r?\n/g, lineEnd);
}

/** Returns the names of what a text has besides its lines, as the editor shows them beside its name. */
export function describeExact(text: string): readonly string[] {
  const names: string[] = [];
  if (text.startsWith('\uFEFF')) names.push('BOM');
  if (text.includes('\0')) names.push('NUL');
  return names;
}

/** Counts Unicode code points, as the limit of a draft counts them. */
export function countCodePoints(text: string): number {
  let pairs = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(at + 1);
    if (next >= 0xdc00 && next <= 0xdfff) {
      pairs += 1;
      at += 1;
    }
  }
  return text.length - pairs;
}

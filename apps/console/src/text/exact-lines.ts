/** The two line ends that a draft may use. A CR without LF is an ordinary character. */
export type LineEnd = '\n' | '\r\n';

/**
 * Splits a text at LF only. All other characters, including the CR before an LF, stay in their line: the lines joined with LF
 * equal the text.
 */
export function splitExact(text: string): readonly string[] {
  return text.split('\n');
}

/** Joins lines that splitExact returned, or any selection of them. */
export function joinExact(lines: readonly string[]): string {
  return lines.join('\n');
}

/** The numbers of LF and CRLF line ends of a text. */
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

/** Converts the line ends of typed or pasted text to that of the draft. A CR without LF is not changed. */
export function withLineEnd(text: string, lineEnd: LineEnd): string {
  return text.replace(/\r?\n/g, lineEnd);
}

/** Returns names of properties of a text beyond its lines, such as a BOM, which the editor shows. */
export function describeExact(text: string): readonly string[] {
  const names: string[] = [];
  if (text.startsWith('\uFEFF')) names.push('BOM');
  if (text.includes('\0')) names.push('NUL');
  return names;
}

/** Counts Unicode code points, the unit of a draft's size limit. */
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

/** The two kinds of line ends that are recognised. A CR without LF is an ordinary character. */
export type LineEnding = '\n' | '\r\n';

/**
 * Splits a text at LF only. All other characters, including the CR of a CRLF, stay in the line. Joining the lines with LF gives
 * the text again.
 */
export function splitExact(text: string): readonly string[] {
  return text.split('\n');
}

/** Joins lines with LF; the inverse of splitExact. */
export function joinExact(lines: readonly string[]): string {
  return lines.join('\n');
}

/** The numbers of LF and CRLF line ends in a text; a CRLF does not count as an LF. */
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

/** Returns the line end that a text has most often; LF when both are equally frequent or it has none. */
export function mainLineEnd(text: string): LineEnding {
  const { lf, crlf } = countLineEnds(text);
  return crlf > lf ? '\r\n' : '\n';
}

/** Converts all line ends of typed or pasted text to one kind. A CR without LF is not changed. */
export function withLineEnd(text: string, lineEnd: LineEnding): string {
  return text.replace(/\r?\n/g, lineEnd);
}

/** Returns the names of special characters in a text that its owner should know about: a BOM at the start, NUL characters. */
export function describeExact(text: string): readonly string[] {
  const names: string[] = [];
  if (text.startsWith('\uFEFF')) names.push('BOM');
  if (text.includes('\0')) names.push('NUL');
  return names;
}

/** Counts the Unicode code points of a text; the size limit of a draft is in this unit. */
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

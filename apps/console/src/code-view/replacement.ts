import { splitExact } from '../text/exact-lines.ts';
import { diffLines, type LineChange } from '../text/line-diff.ts';

/** One replacement in a text. The offsets refer to the text before any replacement. */
export interface TextRangeReplacement {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Returns the offset at which each line begins. The last entry is the offset at which a further line would begin. */
export function lineStarts(lines: readonly string[]): readonly number[] {
  const starts = [0];
  let at = 0;
  for (const line of lines) {
    at += line.length + 1;
    starts.push(at);
  }
  return starts;
}

/** Corrects a replacement at the end of a text. Its offsets assume an LF after the last line, and the text has none. */
function withinText(
  { from, to, insert }: TextRangeReplacement,
  length: number,
): TextRangeReplacement {
  if (to <= length) return { from, to, insert };
  const text = insert.endsWith('\n') ? insert.slice(0, -1) : insert;
  // The replacement adds lines after the last one.
  if (from > length) return { from: length, to: length, insert: `\n${text}` };
  // The replacement removes the last lines; the LF before them must go too.
  if (insert === '') return { from: Math.max(from - 1, 0), to: length, insert: '' };
  return { from, to: length, insert: text };
}

/** Returns the replacements that turn the text `from` into the text `to`; `changes` are the lines in which they differ. */
export function toReplacements(
  from: string,
  to: string,
  changes: readonly LineChange[],
): readonly TextRangeReplacement[] {
  const startsA = lineStarts(splitExact(from));
  const startsB = lineStarts(splitExact(to));
  const ended = `${to}\n`;
  return changes.map(({ aFrom, aTo, bFrom, bTo }) =>
    withinText(
      {
        from: startsA[aFrom] ?? 0,
        to: startsA[aTo] ?? 0,
        insert: ended.slice(startsB[bFrom] ?? 0, startsB[bTo] ?? 0),
      },
      from.length,
    ),
  );
}

/**
 * Shortens a replacement by the characters that the old and the new text have in common at the start and the end. A cursor in
 * an unchanged part of the line then stays.
 */
function narrowed(text: string, { from, to, insert }: TextRangeReplacement): TextRangeReplacement {
  let head = 0;
  const max = Math.min(to - from, insert.length);
  while (head < max && text.charCodeAt(from + head) === insert.charCodeAt(head)) head += 1;
  let tail = 0;
  while (
    tail < max - head &&
    text.charCodeAt(to - 1 - tail) === insert.charCodeAt(insert.length - 1 - tail)
  )
    tail += 1;
  return { from: from + head, to: to - tail, insert: insert.slice(head, insert.length - tail) };
}

/** Compares two texts by lines and returns the replacements that turn the first into the second; none for equal texts. */
export function replacementsOf(from: string, to: string): readonly TextRangeReplacement[] {
  if (from === to) return [];
  const changes = diffLines(splitExact(from), splitExact(to));
  return toReplacements(from, to, changes).map((change) => narrowed(from, change));
}

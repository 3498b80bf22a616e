import { splitExact } from '../text/exact-lines.ts';
import { diffLines, type LineChange } from '../text/line-diff.ts';

/** One replacement in a text, in offsets of the text before all replacements. */
export interface TextReplacement {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Returns the offset at which each line begins, and one more entry for the position after the last line. */
export function lineStarts(lines: readonly string[]): readonly number[] {
  const starts = [0];
  let at = 0;
  for (const line of lines) {
    at += line.length + 1;
    starts.push(at);
  }
  return starts;
}

/** Corrects a replacement whose offsets assume a final LF, for a text without one. */
function withinText({ from, to, insert }: TextReplacement, length: number): TextReplacement {
  if (to <= length) return { from, to, insert };
  const text = insert.endsWith('\n') ? insert.slice(0, -1) : insert;
  // Adds lines after the last one.
  if (from > length) return { from: length, to: length, insert: `\n${text}` };
  // Removes the last lines together with the LF before them.
  if (insert === '') return { from: Math.max(from - 1, 0), to: length, insert: '' };
  return { from, to: length, insert: text };
}

/** Returns the replacements that turn one text into another, from the changed lines. */
export function toReplacements(
  from: string,
  to: string,
  changes: readonly LineChange[],
): readonly TextReplacement[] {
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

/** Returns a change without what its old and new text begin and end with: the cursor stays in a line that others change too. */
function narrowed(text: string, { from, to, insert }: TextReplacement): TextReplacement {
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
export function replacementsOf(from: string, to: string): readonly TextReplacement[] {
  if (from === to) return [];
  const changes = diffLines(splitExact(from), splitExact(to));
  return toReplacements(from, to, changes).map((change) => narrowed(from, change));
}

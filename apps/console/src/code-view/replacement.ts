import { splitExact } from '../text/exact-lines.ts';
import { diffLines, type LineChange } from '../text/line-diff.ts';

/** One change of a text, in offsets of the text before it. */
export interface TextReplacement {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Returns where each line begins; one entry more than lines, the last one past the text. */
export function lineStarts(lines: readonly string[]): readonly number[] {
  const starts = [0];
  let at = 0;
  for (const line of lines) {
    at += line.length + 1;
    starts.push(at);
  }
  return starts;
}

/** Returns a change of offsets that were taken as if the text ended with "\n", for the text as it is. */
function withinText({ from, to, insert }: TextReplacement, length: number): TextReplacement {
  if (to <= length) return { from, to, insert };
  const text = insert.endsWith('\n') ? insert.slice(0, -1) : insert;
  // Lines are added behind the last one.
  if (from > length) return { from: length, to: length, insert: `\n${text}` };
  // The last lines are gone, and with them the "\n" of the line before.
  if (insert === '') return { from: Math.max(from - 1, 0), to: length, insert: '' };
  return { from, to: length, insert: text };
}

/** Returns the changes that turn one text into another, given their changed lines. */
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

/** Returns the changes by lines that turn one text into another; none when they are equal. */
export function replacementsOf(from: string, to: string): readonly TextReplacement[] {
  return from === to ? [] : toReplacements(from, to, diffLines(splitExact(from), splitExact(to)));
}

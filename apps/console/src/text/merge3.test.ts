import fc from 'fast-check';
import { expect, test } from 'vitest';
import { merge3, mergedText, mergeLines, textToWrite, type MergedTextPart } from './merge3.ts';

/** A text as a list of lines. */
type TextLines = readonly string[];

/**
 * Returns the index in `other` of each line of `base` that belongs to a longest common subsequence; -1 for the remaining lines.
 */
function referenceMatch(base: TextLines, other: TextLines): readonly number[] {
  const lengths = Array.from({ length: base.length + 1 }, () =>
    new Array<number>(other.length + 1).fill(0),
  );
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = base.length - 1; i >= 0; i -= 1)
    for (let j = other.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row !== undefined)
        row[j] = base[i] === other[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const match: number[] = [];
  for (let i = 0, j = 0; i < base.length; i += 1) {
    while (j < other.length && base[i] !== other[j] && at(i, j + 1) > at(i + 1, j)) j += 1;
    match.push(base[i] === other[j] ? j++ : -1);
  }
  return match;
}

/**
 * Slow reference implementation of the three-way merge. It splits the texts at the base lines that both sides still have, and
 * merges each chunk between them.
 */
function referenceMerge(
  base: TextLines,
  ours: TextLines,
  theirs: TextLines,
): { text: string; conflicts: number } {
  const inOurs = referenceMatch(base, ours);
  const inTheirs = referenceMatch(base, theirs);
  const result: string[] = [];
  let conflicts = 0;
  let from = { base: 0, ours: 0, theirs: 0 };
  const chunk = (to: typeof from): void => {
    const old = base.slice(from.base, to.base).join('\n');
    const own = ours.slice(from.ours, to.ours);
    const other = theirs.slice(from.theirs, to.theirs);
    const isOwn = own.join('\n') !== old || own.length !== to.base - from.base;
    const isOther = other.join('\n') !== old || other.length !== to.base - from.base;
    if (isOwn && isOther && own.join('\n') !== other.join('\n')) conflicts += 1;
    result.push(...(isOwn ? own : other));
  };
  base.forEach((line, index) => {
    const atOurs = inOurs[index] ?? -1;
    const atTheirs = inTheirs[index] ?? -1;
    if (atOurs === -1 || atTheirs === -1) return;
    chunk({ base: index, ours: atOurs, theirs: atTheirs });
    result.push(line);
    from = { base: index + 1, ours: atOurs + 1, theirs: atTheirs + 1 };
  });
  chunk({ base: base.length, ours: ours.length, theirs: theirs.length });
  return { text: result.join('\n'), conflicts };
}

/** Random edits of one side, one for each base line: keep it, remove it, replace it, or insert a line before it. */
const edits = (length: number) =>
  fc.array(fc.constantFrom('keep', 'keep', 'keep', 'keep', 'drop', 'replace', 'insert'), {
    minLength: length,
    maxLength: length,
  });

const LENGTH = 25;
const base: TextLines = Array.from({ length: LENGTH }, (_, index) => `line ${index}`);

function edited(side: string, script: readonly string[]): TextLines {
  return base.flatMap((line, index) => {
    const name = script[index];
    if (name === 'drop') return [];
    if (name === 'replace') return [`${side} ${index}`];
    return name === 'insert' ? [`${side} before ${index}`, line] : [line];
  });
}

// Verifies: console.merge.
test('200 random pairs merge as the definition of a three-way merge says', () => {
  fc.assert(
    fc.property(edits(LENGTH), edits(LENGTH), (one, other) => {
      const ours = edited('ours', one);
      const theirs = edited('theirs', other);
      const merged = mergeLines(base, ours, theirs);
      const expected = referenceMerge(base, ours, theirs);
      expect(mergedText(merged)).toBe(expected.text);
      expect(merged.conflicts).toBe(expected.conflicts);
    }),
    { numRuns: 200 },
  );
});

const text = fc.array(fc.constantFrom('a', 'b', 'c', '\r', '')).map((lines) => lines.join('\n'));

// Verifies: console.merge.
test('what only one side changed is taken exactly, and equal changes are taken once', () => {
  fc.assert(
    fc.property(text, text, (old, changed) => {
      for (const merged of [
        merge3(old, changed, old),
        merge3(old, old, changed),
        merge3(old, changed, changed),
      ]) {
        expect(merged.conflicts).toBe(0);
        expect(mergedText(merged)).toBe(changed);
      }
    }),
  );
});

// Verifies: console.merge.
test('no line of either side is lost: the choices give back each side of every conflict', () => {
  fc.assert(
    fc.property(text, text, text, (old, ours, theirs) => {
      const merged = merge3(old, ours, theirs);
      const all = (choice: 'ours' | 'theirs' | 'both') =>
        mergedText(merged, new Array(merged.conflicts).fill(choice));
      const lines = (parts: readonly MergedTextPart[], side: 'ours' | 'theirs') =>
        parts.flatMap((part) =>
          part.kind === 'conflict'
            ? part[side]
            : part.kind === side || part.kind === 'both'
              ? part.lines
              : [],
        );
      const both = all('both').split('\n');
      for (const side of ['ours', 'theirs'] as const)
        for (const line of lines(merged.parts, side)) expect(both).toContain(line);
      if (merged.conflicts === 0) expect(all('ours')).toBe(all('theirs'));
    }),
  );
});

const CRLF_BASE = 'one\r\ntwo\r\nthree\r\n';

// Verifies: console.merge, console.typed-line-ends.
test.each([
  ['in the middle', CRLF_BASE, ['TWO', '2'], 'one\r\nTWO\r\n2\r\nthree\r\n'],
  ['at an end without a line end', 'one\r\ntwo', ['TWO', '2'], 'one\r\nTWO\r\n2'],
  ['at the end, beside a lone CR', 'one\r\ntwo\r', ['TWO', '2'], 'one\r\nTWO\r\n2\r'],
  ['of LF lines', 'one\ntwo\nthree', ['TWO', '2'], 'one\nTWO\n2\nthree'],
])('both sides of a conflict keep their line ends %s', (_, base, [own = '', other = ''], both) => {
  const merged = merge3(base, base.replace('two', own), base.replace('two', other));
  expect(mergedText(merged, ['both'])).toBe(both);
});

// Verifies: console.merge, console.typed-line-ends.
test('a person who writes the lines of a conflict neither sees nor changes the line end behind them', () => {
  const merged = merge3(CRLF_BASE, CRLF_BASE.replace('two', 'TWO'), CRLF_BASE.replace('two', '2'));
  const [conflict] = merged.parts.filter((part) => part.kind === 'conflict');
  if (conflict === undefined) throw new Error('no conflict');
  expect(textToWrite(merged, conflict)).toBe('TWO\r\n2');
  const write = (text: string): string => mergedText(merged, [{ text }]);
  expect(write('TWO\r\n2')).toBe(mergedText(merged, ['both']));
  expect(write('deux')).toBe('one\r\ndeux\r\nthree\r\n');
  expect(write('')).toBe('one\r\nthree\r\n');
});

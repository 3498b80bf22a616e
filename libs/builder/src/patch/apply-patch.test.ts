import { describe, expect, test } from 'vitest';
import { applyPatch, editOf, type PatchOutcome } from './apply-patch.ts';
import { textOf, unitsOf } from './units.ts';

/** One text replacement of a patch: the text `old` becomes `new`. */
interface PatchReplacement {
  readonly old: string;
  readonly new: string;
}
const CHARS_MAX = 5_242_880;

function patch(source: string, ...ops: readonly PatchReplacement[]): PatchOutcome {
  return applyPatch(unitsOf(source), ops.map(editOf), CHARS_MAX);
}
function textOfPatched(patched: PatchOutcome): string {
  return patched.state === 'applied' ? textOf(patched.text) : patched.state;
}

describe('a patch', () => {
  // Verifies: patch.literal.
  test('inserts the new text literally, including dollar signs', () => {
    expect(textOfPatched(patch('X', { old: 'X', new: "a$&b$$c$1$`$'" }))).toBe("a$&b$$c$1$`$'");
  });

  // Verifies: patch.literal.
  test('leaves CR LF, BOM, NUL and the end of the file exactly as stored', () => {
    const source = '\ufeff<p>\r\none\u0000two\r\n</p>\r\n';
    expect(textOfPatched(patch(source, { old: 'two', new: 'three' }))).toBe(
      '\ufeff<p>\r\none\u0000three\r\n</p>\r\n',
    );
  });

  // Verifies: patch.unique.
  test('counts overlapping occurrences: aa occurs twice in aaa', () => {
    expect(patch('aaa', { old: 'aa', new: 'b' })).toMatchObject({
      state: 'failed',
      failures: [{ code: 'patch_ambiguous', opIndex: 0, at: [0, 1] }],
    });
  });

  test('applies operations that touch but do not overlap', () => {
    expect(textOfPatched(patch('abcd', { old: 'cd', new: 'CD' }, { old: 'ab', new: 'AB' }))).toBe(
      'ABCD',
    );
  });

  // Verifies: patch.overlap.
  test('names both operations that change the same text', () => {
    expect(patch('xabcy', { old: 'bc', new: '1' }, { old: 'ab', new: '2' })).toMatchObject({
      state: 'failed',
      failures: [{ code: 'patch_overlap', opIndex: 1, ops: [0, 1] }],
    });
  });

  // Verifies: patch.overlap.
  test('an operation that spans several others overlaps each of them', () => {
    expect(
      patch(
        'abcdefgh',
        { old: 'abcdefg', new: '1' },
        { old: 'bc', new: '2' },
        { old: 'ef', new: '3' },
        { old: 'h', new: '4' },
      ),
    ).toMatchObject({
      state: 'failed',
      failures: [
        { code: 'patch_overlap', ops: [0, 1] },
        { code: 'patch_overlap', ops: [0, 2] },
      ],
    });
  });

  // Verifies: patch.overlap.
  test('operations that end at the same place each overlap the longest one', () => {
    expect(
      patch('abcd', { old: 'abcd', new: '1' }, { old: 'cd', new: '2' }, { old: 'd', new: '3' }),
    ).toMatchObject({ failures: [{ ops: [0, 1] }, { ops: [0, 2] }] });
  });

  // Verifies: patch.no-change.
  test('with an operation that changes nothing is refused, even when the others are valid', () => {
    expect(patch('x y', { old: 'x', new: 'x' }, { old: 'y', new: 'z' })).toMatchObject({
      state: 'failed',
      failures: [{ code: 'patch_no_change', opIndex: 0 }],
    });
  });

  // Verifies: patch.sequence, patch.report.
  test('reports lines and sizes of operations that depend on each other', () => {
    expect(patch('a\nb', { old: 'b', new: '\nc1' }, { old: 'c1', new: 'dog' })).toMatchObject({
      changes: [
        { op_index: 0, line: 2, removed: 1, added: 3 },
        { op_index: 1, line: 3, removed: 2, added: 3 },
      ],
    });
  });

  // Verifies: patch.sequence.
  test('an operation may change what an earlier one produced', () => {
    expect(textOfPatched(patch('<p>x</p>', { old: 'x', new: 'y1' }, { old: 'y1', new: 'z' }))).toBe(
      '<p>z</p>',
    );
  });

  // Verifies: patch.every-failure.
  test('lists every operation that fails, in order, not only the first', () => {
    const failed = patch(
      'one two two',
      { old: 'none', new: '1' },
      { old: 'one', new: '1' },
      { old: 'two', new: '2' },
      { old: 'x', new: 'x' },
    );
    expect(failed).toMatchObject({
      state: 'failed',
      failures: [
        { code: 'patch_no_match', opIndex: 0 },
        { code: 'patch_ambiguous', opIndex: 2 },
        { code: 'patch_no_change', opIndex: 3 },
      ],
    });
  });

  // Verifies: patch.no-change.
  test('that undoes itself changes nothing and says so', () => {
    expect(patch('<a>', { old: 'a', new: 'b' }, { old: 'b', new: 'a' }).state).toBe('unchanged');
  });

  test('may fill the page to the last character and not one more, counted in code points', () => {
    const source = `${'🌍'.repeat(9)}!`;
    const edits = (text: string) => [editOf({ old: '!', new: text })];
    expect(applyPatch(unitsOf(source), edits('🌍'), 10).state).toBe('applied');
    expect(applyPatch(unitsOf(source), edits('🌍🌍'), 10)).toEqual({
      state: 'too_large',
      chars: 11,
    });
  });

  // Verifies: patch.report.
  test('reports lines of the stored text when every operation applies to it, in any order', () => {
    expect(
      patch(
        'a\nb\nc',
        { old: 'c', new: 'C\n\n' },
        { old: 'a', new: '1\n2' },
        { old: 'b', new: 'B' },
      ),
    ).toMatchObject({
      changes: [
        { op_index: 0, line: 3 },
        { op_index: 1, line: 1 },
        { op_index: 2, line: 2 },
      ],
    });
  });

  // Verifies: patch.report.
  test('reports line, removed and added characters of each operation', () => {
    const source = 'a\r\nb\rc\nd';
    const patched = patch(source, { old: 'd', new: '' }, { old: 'c', new: '🌍x' });
    expect(patched).toMatchObject({
      changes: [
        { op_index: 0, line: 4, removed: 1, added: 0 },
        { op_index: 1, line: 3, removed: 1, added: 2 },
      ],
    });
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyPatch, editOf, type Patched } from './apply-patch.ts';
import { textOf, unitsOf } from './units.ts';

interface Op {
  readonly old: string;
  readonly new: string;
}
const CHARS_MAX = 5_242_880;

function patch(source: string, ...ops: readonly Op[]): Patched {
  return applyPatch(unitsOf(source), ops.map(editOf), CHARS_MAX);
}
function textOfPatched(patched: Patched): string {
  return patched.state === 'applied' ? textOf(patched.text) : patched.state;
}

function places(text: string, old: string): number[] {
  const found: number[] = [];
  for (let i = 0; i + old.length <= text.length; i += 1) if (text.startsWith(old, i)) found.push(i);
  return found;
}
/** Both readings, written as plainly as they can be. */
function naiveAtOnce(text: string, ops: readonly Op[]): string | undefined {
  const ranges = ops.map((op) => {
    const at = places(text, op.old);
    return at.length === 1 ? { op, from: at[0] ?? 0 } : undefined;
  });
  if (ranges.includes(undefined)) return undefined;
  const sorted = ranges.filter((range) => range !== undefined).sort((a, b) => b.from - a.from);
  let result = text;
  let end = Infinity;
  for (const { op, from } of sorted) {
    if (from + op.old.length > end) return undefined;
    end = from;
    result = result.slice(0, from) + op.new + result.slice(from + op.old.length);
  }
  return result;
}
function naiveInOrder(text: string, ops: readonly Op[]): string | undefined {
  let working = text;
  for (const op of ops) {
    const at = places(working, op.old);
    if (at.length !== 1) return undefined;
    const from = at[0] ?? 0;
    working = working.slice(0, from) + op.new + working.slice(from + op.old.length);
  }
  return working;
}

describe('a patch', () => {
  test('gives what either plain reading gives, and both readings never disagree', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', 'd'),
      minLength: 1,
      maxLength: 3,
    });
    const seen = { atOnceOnly: 0, inOrderOnly: 0, both: 0 };
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
          minLength: 1,
          maxLength: 14,
        }),
        fc.array(fc.record({ old: letters, new: fc.oneof(letters, fc.constant('')) }), {
          minLength: 1,
          maxLength: 3,
        }),
        (source, ops) => {
          const atOnce = naiveAtOnce(source, ops);
          const inOrder = naiveInOrder(source, ops);
          if (atOnce !== undefined && inOrder !== undefined) {
            seen.both += 1;
            expect(inOrder).toBe(atOnce);
          } else if (atOnce !== undefined) seen.atOnceOnly += 1;
          else if (inOrder !== undefined) seen.inOrderOnly += 1;
          const wanted = ops.some((op) => op.old === op.new) ? undefined : (atOnce ?? inOrder);
          const state = wanted === undefined ? 'failed' : wanted === source ? 'unchanged' : wanted;
          expect(textOfPatched(patch(source, ...ops))).toBe(state);
        },
      ),
      { numRuns: 30_000, seed: 4 },
    );
    // The property is empty unless each kind was met.
    expect(Math.min(seen.both, seen.atOnceOnly, seen.inOrderOnly)).toBeGreaterThan(0);
  });

  test('inserts the new text literally, dollar signs and all', () => {
    expect(textOfPatched(patch('X', { old: 'X', new: "a$&b$$c$1$`$'" }))).toBe("a$&b$$c$1$`$'");
  });

  test('leaves CR LF, BOM, NUL and the end of the file exactly as stored', () => {
    const source = '\ufeff<p>\r\none\u0000two\r\n</p>\r\n';
    expect(textOfPatched(patch(source, { old: 'two', new: 'three' }))).toBe(
      '\ufeff<p>\r\none\u0000three\r\n</p>\r\n',
    );
  });

  test('counts overlapping occurrences: aa stands twice in aaa', () => {
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

  test('names both operations that change the same text', () => {
    expect(patch('xabcy', { old: 'bc', new: '1' }, { old: 'ab', new: '2' })).toMatchObject({
      state: 'failed',
      failures: [{ code: 'patch_overlap', opIndex: 1, ops: [0, 1] }],
    });
  });

  test('an operation may change what an earlier one produced', () => {
    expect(textOfPatched(patch('<p>x</p>', { old: 'x', new: 'y1' }, { old: 'y1', new: 'z' }))).toBe(
      '<p>z</p>',
    );
  });

  test('lists every operation that fails, in order, not the first only', () => {
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

  test('tells line, removed and added characters of each operation', () => {
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

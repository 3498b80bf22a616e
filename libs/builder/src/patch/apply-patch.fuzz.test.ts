import { fuzz } from '@bridge/testing/fuzz';
import fc from 'fast-check';
import { expect } from 'vitest';
import { applyPatch, editOf } from './apply-patch.ts';
import { textOf, unitsOf } from './units.ts';

/** One text replacement of a patch: the text `old` becomes `new`. */
interface PatchReplacement {
  readonly old: string;
  readonly new: string;
}

function places(text: string, old: string): number[] {
  const found: number[] = [];
  for (let i = 0; i + old.length <= text.length; i += 1) if (text.startsWith(old, i)) found.push(i);
  return found;
}
/** Simple reference implementations of the two ways to apply a patch: all operations at once, or one after the other. */
function naiveAtOnce(text: string, ops: readonly PatchReplacement[]): string | undefined {
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
function naiveInOrder(text: string, ops: readonly PatchReplacement[]): string | undefined {
  let working = text;
  for (const op of ops) {
    const at = places(working, op.old);
    if (at.length !== 1) return undefined;
    const from = at[0] ?? 0;
    working = working.slice(0, from) + op.new + working.slice(from + op.old.length);
  }
  return working;
}

const letters = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', 'd'),
  minLength: 1,
  maxLength: 3,
});
const source = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 1, maxLength: 14 });
const ops = fc.array(fc.record({ old: letters, new: fc.oneof(letters, fc.constant('')) }), {
  minLength: 1,
  maxLength: 3,
});

fuzz(
  'patch',
  'a patch gives what either plain reading gives, and both readings never disagree',
  () =>
    fc.property(source, ops, (text, list) => {
      const atOnce = naiveAtOnce(text, list);
      const inOrder = naiveInOrder(text, list);
      if (atOnce !== undefined && inOrder !== undefined) expect(inOrder).toBe(atOnce);
      const wanted = list.some((op) => op.old === op.new) ? undefined : (atOnce ?? inOrder);
      const state = wanted === undefined ? 'failed' : wanted === text ? 'unchanged' : wanted;
      const patched = applyPatch(unitsOf(text), list.map(editOf), 1_000);
      expect(patched.state === 'applied' ? textOf(patched.text) : patched.state).toBe(state);
    }),
);

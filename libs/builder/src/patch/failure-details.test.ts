import { expect, test } from 'vitest';
import { applyPatch, editOf } from './apply-patch.ts';
import { diagnoseMiss } from './diagnose-miss.ts';
import { FOLDS } from './fold.ts';
import { patchFailure } from './patch-failure.ts';
import { unitsOf } from './units.ts';

/** One text replacement of a patch: the text `old` becomes `new`. */
interface PatchReplacement {
  readonly old: string;
  readonly new: string;
}

/** The details of the error of a refused patch, as a client receives them. */
type FailureDetails = Readonly<Record<string, unknown>>;

function detailsOf(
  source: string,
  ops: readonly PatchReplacement[],
  detailsBytesMax = 100_000,
): FailureDetails {
  const [units, edits] = [unitsOf(source), ops.map(editOf)];
  const patched = applyPatch(units, edits, 1_000_000);
  if (patched.state !== 'failed') expect.fail(patched.state);
  const [first, ...rest] = patched.failures;
  if (first === undefined) expect.fail('no failure');
  const bounds = { detailsBytesMax, monotonicMs: () => 0 };
  return patchFailure(units, edits, [first, ...rest], patched.goodInOrder, bounds).details;
}
const bytesOf = (details: FailureDetails): number => Buffer.byteLength(JSON.stringify(details));

test('the first five failures are shown with their own details, the others by index and code', () => {
  const ops = Array.from({ length: 7 }, (_, i) => ({ old: `nowhere ${i}`, new: '' }));
  const details = detailsOf('text', ops);
  const others = details['ops'] as readonly FailureDetails[];
  expect(details['old_preview']).toBe('nowhere 0');
  expect(others.map((one) => one['old_preview'])).toEqual([
    ...['nowhere 1', 'nowhere 2', 'nowhere 3', 'nowhere 4'],
    ...[undefined, undefined],
  ]);
});

test('a single failure has no list of others, and of an `old` without a match nothing continues', () => {
  const details = detailsOf('abc', [{ old: 'zzz', new: '' }]);
  expect(details).not.toHaveProperty('ops');
  expect(details['source_continues']).toBe('');
  expect(detailsOf('xabc', [{ old: 'azz', new: '' }])['source_continues']).toBe('bc');
});

test('details that fill their bytes exactly are not shortened; what never fits names the operation', () => {
  const ops = [{ old: 'x', new: 'y' }];
  const full = detailsOf('x'.repeat(50), ops);
  expect(detailsOf('x'.repeat(50), ops, bytesOf(full))).toEqual(full);
  expect(detailsOf('x'.repeat(50), ops, 40)).toEqual({ applied: 0, op_index: 0 });
});

test('with fewer bytes the places of later failures shrink first, then texts, then the first places', () => {
  const source = `${'é'.repeat(200)}${'x'.repeat(50)}${'y'.repeat(50)}`;
  const ops = [
    { old: 'x', new: '' },
    { old: 'y', new: '' },
    { old: `${'é'.repeat(30)}?${'z'.repeat(200)}`, new: '' },
  ];
  const shapes = new Set<string>();
  for (let bytes = bytesOf(detailsOf(source, ops)); bytes > 0; bytes -= 1) {
    const { matches, ops: others } = detailsOf(source, ops, bytes) as {
      matches?: readonly { readonly before: string }[];
      ops?: readonly [{ readonly matches: readonly unknown[] }, { readonly old_preview: string }];
    };
    if (matches === undefined || others === undefined) continue;
    const [ambiguous, miss] = others;
    const context = matches[0]?.before.length;
    shapes.add(
      [matches.length, ambiguous.matches.length, miss.old_preview.length, context].join(' '),
    );
  }
  expect([...shapes]).toEqual([
    ...['20 20 120 40', '20 3 120 40', '20 3 60 20'],
    ...['10 2 40 20', '5 1 40 10', '2 0 20 5'],
  ]);
});

// Verifies: patch.miss-explained.
test('a suggestion has at most 2,000 characters, however many units they take', () => {
  const suggestedFor = (chars: number) =>
    detailsOf('𐐀'.repeat(chars), [{ old: '𐐨'.repeat(chars), new: '' }])['suggested_old'];
  expect(suggestedFor(2_000)).toBe('𐐀'.repeat(2_000));
  expect(suggestedFor(2_001)).toBeUndefined();
});

/** Returns the cause of a failed patch, with a clock that returns 0 for the first `readings` reads and `ms` afterwards. */
function causeAfter(readings: number, ms: number, source: string, old: string): string {
  let count = 0;
  const clock = (): number => (count++ < readings ? 0 : ms);
  return diagnoseMiss(unitsOf(source), [editOf({ old, new: '' })], 0, 0, clock).cause;
}

test.each([
  ['within 250 ms a miss is explained', 1, 249, 'letter_case'],
  ['after 250 ms it is not', 1, 250, 'none'],
])('%s', (_, readings, ms, cause) => {
  expect(causeAfter(readings, ms, '<DIV>', '<div>')).toBe(cause);
});

test('a text that took 250 ms to fold is not searched for a typo', () => {
  const readings = FOLDS.length + 2;
  const [source, old] = ['<h1>Moonlit Press</h1>', '<h1>Moonlit Pres</h1>'];
  expect(causeAfter(readings, 250, source, old)).toBe('none');
  expect(causeAfter(readings, 249, source, old)).toBe('typo');
});

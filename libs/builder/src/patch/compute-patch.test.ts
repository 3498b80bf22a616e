import { LIMITS } from '@bridge/contracts';
import { expect, test } from 'vitest';
import {
  computePatch,
  type TextPatchTaskResult,
  type TextPatchOperation,
} from './compute-patch.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

function compute(
  source: Uint8Array,
  ops: readonly TextPatchOperation[],
  charsMax = 1_000,
): TextPatchTaskResult {
  const bounds = { charsMax, detailsBytesMax: LIMITS.errorBodyBytesMax };
  return computePatch({ source, ops: bytesOf(JSON.stringify(ops)), ...bounds }, () => 0);
}

// Verifies: patch.literal.
test('a byte order mark at the start of a draft stays in it', () => {
  const result = compute(bytesOf('\ufeff<p>x</p>'), [{ op: 'replace_text', old: 'x', new: 'y' }]);
  if (!result.ok) expect.fail(result.code);
  expect(Buffer.from(result.body.bytes)).toEqual(Buffer.from(bytesOf('\ufeff<p>y</p>')));
});

test('a stored text that is no UTF-8 is never patched', () => {
  const damaged = Uint8Array.of(0x61, 0xff, 0x62);
  expect(() => compute(damaged, [{ op: 'replace_text', old: 'a', new: 'c' }])).toThrow(TypeError);
});

// Verifies: patch.no-change.
test('a patch that undoes itself, and one that makes the text too long, say that nothing was applied', () => {
  const undone = compute(bytesOf('<a>'), [
    { op: 'replace_text', old: 'a', new: 'b' },
    { op: 'replace_text', old: 'b', new: 'a' },
  ]);
  expect(undone).toEqual({ ok: false, code: 'patch_no_change', details: { applied: 0 } });
  const long = compute(bytesOf('<a>'), [{ op: 'replace_text', old: 'a', new: 'bbb' }], 4);
  expect(long).toEqual({ ok: false, code: 'html_too_large', details: { applied: 0, chars: 5 } });
});

test('an insertion at the end of the body replaces a short context, not the whole page', () => {
  const page = `<body>${Array.from({ length: 900 }, (_, i) => String(i)).join(' ')}</body>`;
  const result = compute(bytesOf(page), [{ op: 'end_body', new: '<i>x</i>' }], 10_000);
  if (!result.ok) expect.fail(result.code);
  const [change] = result.changes;
  expect(change?.removed).toBeLessThan(200);
  expect(change?.added).toBe((change?.removed ?? 0) + '<i>x</i>'.length);
});

import { measureBody, type HashedText } from '@bridge/blobs/text-body';
import type { ClientPatchOperation } from '@bridge/contracts';
import {
  applyPatch,
  type AppliedPatchOperation,
  type PatchTextReplacement,
  editOf,
} from './apply-patch.ts';
import { bodyEnd } from './body-end.ts';
import { findText } from './find-text.ts';
import { patchFailure } from './patch-failure.ts';
import { type Utf16Units, unitsOf, utf8Of } from './units.ts';

/**
 * One operation of a patch. Clients can send only a ClientPatchOperation. The operation `end_body`, which inserts `new` at the
 * end of the body, is created only by this service.
 */
export type TextPatchOperation =
  ClientPatchOperation | { readonly op: 'end_body'; readonly new: string };

/** The input of a patch in a worker thread: the stored text and a JSON array of TextPatchOperation, both as UTF-8 bytes. */
export interface TextPatchTask {
  readonly source: Uint8Array;
  readonly ops: Uint8Array;
  /** Maximum number of Unicode code points of the resulting text. */
  readonly charsMax: number;
  /** Maximum number of bytes of the details of an error, as JSON. */
  readonly detailsBytesMax: number;
}

/** The result of a patch in a worker thread. Plain data only, because it is cloned between threads. */
export type TextPatchTaskResult =
  | {
      readonly ok: true;
      readonly body: HashedText & { readonly bytes: Uint8Array<ArrayBuffer> };
      readonly changes: readonly AppliedPatchOperation[];
    }
  | {
      readonly ok: false;
      readonly code:
        | 'patch_no_match'
        | 'patch_ambiguous'
        | 'patch_overlap'
        | 'patch_no_change'
        | 'html_too_large';
      readonly details: Readonly<Record<string, unknown>>;
    };

/**
 * Number of UTF-16 units before and after an insertion point that are first taken as the text `old` of a replacement. It is
 * doubled until that text occurs only once.
 */
const CONTEXT_UNITS = 64;

/**
 * Converts an insertion at the end of the body to a replacement: `old` is the text around the insertion point, long enough to
 * occur only once.
 */
function endBody(text: string, source: Utf16Units, inserted: string): PatchTextReplacement {
  const at = bodyEnd(text);
  for (let reach = CONTEXT_UNITS; ; reach *= 2) {
    const old = source.subarray(Math.max(0, at - reach), at + reach);
    if (old.length < source.length && findText(source, old, 2).length > 1) continue;
    const before = text.slice(Math.max(0, at - reach), at);
    return { old, new: unitsOf(`${before}${inserted}${text.slice(at, at + reach)}`) };
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Applies patch operations to a stored text. Returns the new text, or the error code and details when they cannot be applied.
 */
export function computePatch(task: TextPatchTask, monotonicMs: () => number): TextPatchTaskResult {
  const text = decoder.decode(task.source);
  const source = unitsOf(text);
  // The JSON needs no validation: the gateway wrote it from a validated input, or builder created it.
  const ops = JSON.parse(decoder.decode(task.ops)) as readonly TextPatchOperation[];
  const edits = ops.map((op) =>
    op.op === 'end_body' ? endBody(text, source, op.new) : editOf(op),
  );
  const patched = applyPatch(source, edits, task.charsMax);
  switch (patched.state) {
    case 'applied': {
      const body = measureBody(utf8Of(patched.text));
      return { ok: true, body, changes: patched.changes };
    }
    case 'failed': {
      const [first, ...rest] = patched.failures;
      if (first === undefined)
        return { ok: false, code: 'patch_no_change', details: { applied: 0 } };
      return {
        ok: false,
        ...patchFailure(source, edits, [first, ...rest], patched.goodInOrder, {
          detailsBytesMax: task.detailsBytesMax,
          monotonicMs,
        }),
      };
    }
    case 'unchanged':
      return { ok: false, code: 'patch_no_change', details: { applied: 0 } };
    case 'too_large':
      return { ok: false, code: 'html_too_large', details: { applied: 0, chars: patched.chars } };
  }
}

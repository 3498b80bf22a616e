import { measureBody, type TextBody } from '@bridge/blobs/text-body';
import type { PatchOp } from '@bridge/contracts';
import { applyPatch, type AppliedEdit, editOf } from './apply-patch.ts';
import { patchFailure } from './patch-failure.ts';
import { unitsOf, utf8Of } from './units.ts';

/** The input of a worker: the stored text and the operations (a JSON array), both UTF-8 bytes. */
export interface PatchTask {
  readonly source: Uint8Array;
  readonly ops: Uint8Array;
  /** Most code points of the result. */
  readonly charsMax: number;
  /** Most bytes of an error's details as JSON. */
  readonly detailsBytesMax: number;
}

/** The result of a worker; plain data, because it crosses threads. */
export type PatchResult =
  | {
      readonly ok: true;
      readonly body: TextBody & { readonly bytes: Uint8Array<ArrayBuffer> };
      readonly changes: readonly AppliedEdit[];
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

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Applies operations to a stored text; returns the new text, or the code and details of the refusal. */
export function computePatch(task: PatchTask, monotonicMs: () => number): PatchResult {
  const source = unitsOf(decoder.decode(task.source));
  // The gateway wrote it from a validated input.
  const ops = JSON.parse(decoder.decode(task.ops)) as readonly PatchOp[];
  const edits = ops.map(editOf);
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

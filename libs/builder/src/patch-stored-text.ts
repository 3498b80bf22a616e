import { type TransferableBytes, readBody } from '@bridge/blobs';
import type { ErrorDetails } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import type { TextBodyWriter } from './change-with-objects.ts';
import type { BuilderDeps } from './deps.ts';
import type { TextPatchTaskResult } from './patch/compute-patch.ts';
import { bodyRefOf, type StoredHtmlColumns, storedText } from './stored-text.ts';
import type { WebsiteWithTextsRow } from './website.store.ts';
import type { TextPatchTaskBuffers } from './worker/text-pool.ts';

/** The result of a patch whose operations were all applied. */
type TextPatchTaskSuccess = Extract<TextPatchTaskResult, { ok: true }>;

/** The new HTML of a draft as it is stored, and the changes that a patch made to it. */
export interface PatchedDraftHtml {
  readonly html: StoredHtmlColumns;
  readonly changes: TextPatchTaskSuccess['changes'];
}

/**
 * Applies patch operations (a JSON array of TextPatchOperation) to the stored HTML in a worker thread and stores the result
 * with `store`. Throws empty_draft when there is no HTML, or the error of a patch that cannot be applied.
 */
export async function patchStoredText(
  deps: Pick<BuilderDeps, 'blobs' | 'clock' | 'texts'>,
  row: WebsiteWithTextsRow,
  loadOps: () => Promise<TransferableBytes>,
  deadline: number,
  store: TextBodyWriter,
): Promise<PatchedDraftHtml> {
  const { blobs, clock, texts } = deps;
  if (row.bytes === 0)
    throw new BridgeError('empty_draft', {
      page_id: row.page_id,
      draft_revision: row.draft_revision,
    });
  const load = async (): Promise<TextPatchTaskBuffers> => {
    const [source, ops] = await Promise.all([readBody(blobs, bodyRefOf(row)), loadOps()]);
    return { source, ops };
  };
  const patched = await texts.patch(load, Math.max(1, deadline - clock.now()));
  // The type assertion is safe: the worker returns details that fit its error code, but types are lost between threads.
  if (!patched.ok)
    throw new BridgeError(patched.code, patched.details as ErrorDetails<typeof patched.code>);
  const ref = await store(patched.body);
  return { html: { ...storedText(ref), newline: ref.newline }, changes: patched.changes };
}

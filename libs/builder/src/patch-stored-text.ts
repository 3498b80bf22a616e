import { type OwnedBytes, readBody } from '@bridge/blobs';
import type { ErrorDetails } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import type { StoreBody } from './change-with-objects.ts';
import type { BuilderDeps } from './deps.ts';
import type { PatchResult } from './patch/compute-patch.ts';
import type { StoredHtml } from './revision.store.ts';
import { storedText } from './stored-text.ts';
import { bodyOfRow } from './website-record.ts';
import type { ContentRow } from './website.store.ts';
import type { PatchTexts } from './worker/text-pool.ts';

type AppliedPatch = Extract<PatchResult, { ok: true }>;

/** The next text of a draft, and the changes that made it. */
export interface PlannedPatch {
  readonly html: StoredHtml;
  readonly changes: AppliedPatch['changes'];
}

/**
 * Applies operations (a JSON array of TextOp, loaded when a thread is free) in a worker thread and stores the new text.
 * Throws empty_draft, and the refusals of a patch.
 */
export async function patchStoredText(
  deps: Pick<BuilderDeps, 'blobs' | 'clock' | 'texts'>,
  row: ContentRow,
  loadOps: () => Promise<OwnedBytes>,
  deadline: number,
  store: StoreBody,
): Promise<PlannedPatch> {
  const { blobs, clock, texts } = deps;
  if (row.bytes === 0)
    throw new BridgeError('empty_draft', {
      page_id: row.page_id,
      draft_revision: row.draft_revision,
    });
  const load = async (): Promise<PatchTexts> => {
    const [source, ops] = await Promise.all([readBody(blobs, bodyOfRow(row)), loadOps()]);
    return { source, ops };
  };
  const patched = await texts.patch(load, Math.max(1, deadline - clock.now()));
  // `computePatch` renders the details of its code; their type is lost between the threads.
  if (!patched.ok)
    throw new BridgeError(patched.code, patched.details as ErrorDetails<typeof patched.code>);
  const ref = await store(patched.body);
  return { html: { ...storedText(ref), newline: ref.newline }, changes: patched.changes };
}

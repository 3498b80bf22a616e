import type { BUILDER } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import { demandChangeable, demandOwner, scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { findWebsite } from '../website.store.ts';
import { markDropped } from './end-unsaved.store.ts';
import { refuseUnsaved } from './unsaved-seq.ts';
import { findUnsavedSummary } from './unsaved.store.ts';

/** Drops the unsaved edits of a website, or restores edits that were dropped in the last 24 hours. Spec: editor.drop. */
export function unsavedDrop({ db }: BuilderDeps): ServiceCallHandler<typeof BUILDER.unsavedDrop> {
  return async ({ page_id: pageId, seq, drop }, call) => {
    demandOwner(call);
    demandChangeable(await findWebsite(db, scopeOf(call), pageId), pageId);
    const page = { accountId: accountOf(call), pageId };
    const marked = await markDropped(db, page, seq, drop);
    if (marked !== undefined) return { seq: marked };
    const row = await findUnsavedSummary(db, page);
    // Only a drop of the edits number `seq` leads to this state, so this call repeats a drop whose response was lost.
    if (drop && row?.seq === seq + 1 && row.dropped_at !== null) return { seq: row.seq };
    // The client sent the current sequence number and there are no edits to drop, so the call succeeds without a change.
    const hasEdits = row !== undefined && row.base_revision !== null && row.dropped_at === null;
    if (drop && !hasEdits && (row?.seq ?? 0) === seq) return { seq };
    throw await refuseUnsaved(db, page, seq);
  };
}

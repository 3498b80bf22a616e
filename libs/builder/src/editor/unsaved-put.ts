import { LIMITS, type BUILDER, type WireOutput } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler, type ServiceCallContext } from '@bridge/bus';
import { BridgeError, isNotApplied, ReplayedResult } from '@bridge/kernel';
import { adoptObject } from '../admission.store.ts';
import { adoptBody, readUpload, storeLayers } from '../adopt.ts';
import { openBodies } from '../change-with-objects.ts';
import { demandChangeable, demandOwner, demandSingle, scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { parseLayers } from '../parse-layers.ts';
import { findWebsite } from '../website.store.ts';
import { removeObjects } from './remove-objects.ts';
import { demandSeq, refuseUnsaved } from './unsaved-seq.ts';
import {
  findUnsaved,
  putUnsaved,
  type NewUnsavedEdits,
  type UnsavedEditsRow,
} from './unsaved.store.ts';

/** The result of storing unsaved edits: their new sequence number and time. */
type UnsavedPutResult = WireOutput<typeof BUILDER.unsavedPut>;

/** True when exactly these edits are already stored, so that the call repeats an earlier one whose response was lost. */
function isKept(row: UnsavedEditsRow | undefined, edits: NewUnsavedEdits): row is UnsavedEditsRow {
  return (
    row !== undefined &&
    row.dropped_at === null &&
    row.base_revision === edits.baseRevision &&
    row.title === edits.title &&
    row.sha256 === (edits.html?.sha256 ?? null) &&
    row.layers_sha256 === (edits.layers?.sha256 ?? null)
  );
}

async function keep(
  deps: BuilderDeps,
  call: ServiceCallContext,
  edits: NewUnsavedEdits,
): Promise<UnsavedPutResult> {
  const { db } = deps;
  const { accountId, pageId, html } = edits;
  const kept = await db.transaction(
    { deadline: call.deadline, failpoints: 'unsaved-put', waitForLocks: true },
    async (tx) => {
      if (html !== null && html.object !== null) await adoptObject(tx, accountId, html.object);
      const row = await putUnsaved(tx, edits);
      if (row === undefined) {
        demandChangeable(await findWebsite(tx, scopeOf(call), pageId), pageId);
        throw await refuseUnsaved(tx, edits, edits.seq);
      }
      if (row.unsaved_bytes > LIMITS.unsavedBytesPerAccountMax)
        throw new BridgeError('quota_exceeded', {
          quota: 'bytes of unsaved edits',
          max: LIMITS.unsavedBytesPerAccountMax,
        });
      return row;
    },
  );
  await removeObjects(deps, [kept.old_object, kept.old_layers_object]);
  return { seq: kept.seq, at: kept.at.toISOString() };
}

/**
 * Replaces the unsaved edits of a website. It writes no row to the journal (the audit log) and takes no idempotency key,
 * because edits are no change of the draft. A repeated call returns the stored edits. Spec: editor.unsaved, editor.two-windows.
 */
export function unsavedPut(deps: BuilderDeps): ServiceCallHandler<typeof BUILDER.unsavedPut> {
  const { db } = deps;
  return async (input, call) => {
    demandOwner(call);
    const { page_id: pageId, base_revision: baseRevision, seq, title = null } = input;
    const page = { accountId: accountOf(call), pageId };
    const website = demandChangeable(await findWebsite(db, scopeOf(call), pageId), pageId);
    demandSingle(website);
    if (baseRevision > website.draft_revision)
      throw new BridgeError('revision_conflict', {
        page_id: pageId,
        expected_revision: baseRevision,
        current_revision: website.draft_revision,
      });
    const bodies = openBodies(deps);
    const html = input.raw_html === undefined ? null : await adoptBody(deps, input.raw_html);
    try {
      const layers =
        input.layers === undefined
          ? null
          : await storeLayers(bodies.store, parseLayers(await readUpload(deps, input.layers)));
      const edits = { ...page, seq, baseRevision, title, html, layers };
      const answerKept = async (): Promise<ReplayedResult<UnsavedPutResult> | null> => {
        const row = await findUnsaved(db, page);
        if (!isKept(row, edits)) return null;
        await bodies.remove();
        return new ReplayedResult({ seq: row.seq, at: row.at.toISOString() });
      };
      const before = await answerKept();
      if (before !== null) return before;
      await demandSeq(db, page, seq);
      try {
        return await keep(deps, call, edits);
      } catch (error) {
        // The bus may deliver a call twice. This copy failed, but the other copy may have stored the same edits.
        const kept = isNotApplied(error) ? await answerKept() : null;
        if (kept === null) throw error;
        return kept;
      }
    } catch (error) {
      if (isNotApplied(error)) await bodies.remove();
      throw error;
    }
  };
}

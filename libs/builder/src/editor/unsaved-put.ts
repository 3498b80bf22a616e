import { bodyOf, newObject, putBody, putObject } from '@bridge/blobs';
import { LIMITS, type BUILDER, type WireInput, type WireOutput } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler, type HandlerCall } from '@bridge/bus';
import { BridgeError, isNotApplied, ReplayedResult } from '@bridge/kernel';
import { adoptObject } from '../admission.store.ts';
import { adoptBody, readUpload } from '../adopt.ts';
import { demandChangeable, demandOwner, demandSingle, scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { parseLayers } from '../parse-layers.ts';
import { type StoredText, storedText } from '../stored-text.ts';
import { findWebsite } from '../website.store.ts';
import { removeObjects } from './remove-objects.ts';
import { demandSeq, refuseUnsaved } from './unsaved-seq.ts';
import {
  findUnsaved,
  putUnsaved,
  type NewUnsavedEdits,
  type UnsavedEditsRow,
} from './unsaved.store.ts';

/** The input of the message that replaces the unsaved edits of a website. */
type UnsavedPutInput = WireInput<typeof BUILDER.unsavedPut>;

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

/**
 * Stores edited layers inline or as an object. Adds the name of the object to `objects`; the caller removes these objects when
 * the call has no effect.
 */
async function storeEditedLayers(
  deps: BuilderDeps,
  ref: NonNullable<UnsavedPutInput['layers']>,
  objects: string[],
): Promise<StoredText> {
  const { blobs, ids } = deps;
  const body = await bodyOf(parseLayers(await readUpload(deps, ref)));
  const { inlineLayersBytesMax: inlineMax } = LIMITS;
  if (body.bytes.byteLength <= inlineMax) return storedText(await putBody(blobs, ids, body));
  const object = newObject(ids, 'body');
  objects.push(object);
  return storedText(await putObject(blobs, object, body));
}

async function keep(
  deps: BuilderDeps,
  call: HandlerCall,
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
 * Replaces the unsaved edits of a website. It writes no journal row and takes no idempotency key, because edits are no change
 * of the draft. A repeated call returns the stored edits. Spec: editor.unsaved, editor.two-windows.
 */
export function unsavedPut(deps: BuilderDeps): ServiceCallHandler<typeof BUILDER.unsavedPut> {
  const { db, blobs } = deps;
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
    const objects: string[] = [];
    const html = input.raw_html === undefined ? null : await adoptBody(deps, input.raw_html);
    try {
      const layers =
        input.layers === undefined ? null : await storeEditedLayers(deps, input.layers, objects);
      const edits = { ...page, seq, baseRevision, title, html, layers };
      const answerKept = async (): Promise<ReplayedResult<UnsavedPutResult> | null> => {
        const row = await findUnsaved(db, page);
        if (!isKept(row, edits)) return null;
        await removeObjects(deps, objects);
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
      if (isNotApplied(error))
        for (const object of objects) await blobs.delete(object).catch(() => undefined);
      throw error;
    }
  };
}

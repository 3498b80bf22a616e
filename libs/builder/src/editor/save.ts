import { BUILDER, type WireInput } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler, type ServiceCallContext } from '@bridge/bus';
import type { SqlStatementRunner } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { adoptObject } from '../admission.store.ts';
import { adoptBody, readUpload, storeLayers } from '../adopt.ts';
import { changeWithObjects, type TextBodyWriter } from '../change-with-objects.ts';
import { demandDraft, demandOwner, demandSingle } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { applyDraftChange } from '../draft-change.ts';
import { parseLayers } from '../parse-layers.ts';
import type { StoredHtmlColumns, StoredTextColumns } from '../stored-text.ts';
import { findContent } from '../website.store.ts';
import { removeObjects } from './remove-objects.ts';
import { endUnsaved, lockEditedPage } from './end-unsaved.store.ts';
import { applyRename } from './rename.ts';
import { refuseUnsaved } from './unsaved-seq.ts';
import { editedHtml, editedLayers } from './unsaved-texts.ts';
import { findUnsaved, findUnsavedSummary, type UnsavedEditsRow } from './unsaved.store.ts';

/** The input of a save in the browser editor: the edited parts of a draft and the revision that the owner saw. */
type SaveInput = WireInput<typeof BUILDER.save>;

/** The values that a save writes; null keeps the value of the draft. */
interface DraftSaveValues {
  readonly title: string | null;
  readonly html: StoredHtmlColumns | null;
  readonly layers: StoredTextColumns | null;
  /** Name of the blob-store object with the HTML that this call uploaded and that the save uses; null if there is none. */
  readonly brought: string | null;
  /** True when the save also removes the unsaved edits, because it includes them or replaces them. */
  readonly endsEdits: boolean;
}

/**
 * Returns the unsaved edits, which supply the parts that the input omits, or null if there are none or they were dropped.
 * Throws revision_conflict when such a part is based on another revision than the expected one.
 */
function usedEdits(row: UnsavedEditsRow | undefined, input: SaveInput): UnsavedEditsRow | null {
  if (row === undefined || row.base_revision === null || row.dropped_at !== null) return null;
  const takes =
    (input.title === undefined && row.title !== null) ||
    (input.raw_html === undefined && row.bytes !== null) ||
    (input.layers === undefined && row.layers_bytes !== null);
  // Edits that are based on an older revision would overwrite newer changes. The browser editor must merge the two first.
  if (takes && row.base_revision !== input.expected_revision)
    throw new BridgeError('revision_conflict', {
      page_id: input.page_id,
      expected_revision: row.base_revision,
      current_revision: input.expected_revision,
    });
  return row;
}

async function planSave(
  deps: BuilderDeps,
  input: SaveInput,
  call: ServiceCallContext,
  store: TextBodyWriter,
): Promise<DraftSaveValues> {
  demandOwner(call);
  const { page_id: pageId, seq } = input;
  const draft = await demandDraft(findContent, deps.db, call, input, demandSingle);
  const page = { accountId: accountOf(call), pageId };
  const row = await findUnsaved(deps.db, page);
  if ((row?.seq ?? 0) !== seq) throw await refuseUnsaved(deps.db, page, seq);
  const edits = usedEdits(row, input);
  const brought = input.raw_html === undefined ? null : await adoptBody(deps, input.raw_html);
  const html = brought ?? (edits === null ? null : editedHtml(edits));
  const layers =
    input.layers === undefined
      ? edits && editedLayers(edits)
      : await storeLayers(store, parseLayers(await readUpload(deps, input.layers)));
  const title = input.title ?? edits?.title ?? null;
  const planned = {
    title: title === draft.title ? null : title,
    html: html?.sha256 === draft.sha256 ? null : html,
    layers: layers?.sha256 === draft.layers_sha256 ? null : layers,
  };
  if (Object.values(planned).every((part) => part === null))
    throw new BridgeError('patch_no_change', { applied: 0 });
  return {
    ...planned,
    brought: planned.html === brought ? (brought?.object ?? null) : null,
    endsEdits: edits !== null,
  };
}

/**
 * Removes the unsaved edits after a save; returns the names of their blob-store objects to which the new revision does not
 * refer. Throws revision_conflict when the edits no longer have the sequence number `seq`.
 */
async function endEdits(
  tx: SqlStatementRunner,
  call: ServiceCallContext,
  { page_id: pageId, seq }: SaveInput,
  { html, layers, endsEdits }: DraftSaveValues,
): Promise<readonly (string | null)[]> {
  const page = { accountId: accountOf(call), pageId };
  if (!endsEdits) {
    if (((await findUnsavedSummary(tx, page))?.seq ?? 0) !== seq)
      throw await refuseUnsaved(tx, page, seq);
    return [];
  }
  await lockEditedPage(tx, page);
  const ended = await endUnsaved(tx, page, seq);
  if (ended === undefined) throw await refuseUnsaved(tx, page, seq);
  const kept = [html?.object, layers?.object];
  return [ended.old_object, ended.old_layers_object].filter((object) => !kept.includes(object));
}

/**
 * Saves the content of the browser editor (HTML, layers and title) as one revision and removes the unsaved edits in the same
 * transaction. Throws revision_conflict when the draft has a revision that the editor has not read. Spec: editor.save.
 */
export function save(deps: BuilderDeps): ServiceCallHandler<typeof BUILDER.save> {
  return async (input, call) => {
    const { page_id: pageId, expected_revision: expectedRevision } = input;
    let left: readonly (string | null)[] = [];
    const result = await changeWithObjects(deps, {
      callable: BUILDER.save,
      call,
      idempotencyKey: input.idempotency_key,
      plan: (store) => planSave(deps, input, call, store),
      apply: async (tx, plan) => {
        const { title, html, layers } = plan;
        if (plan.brought !== null) await adoptObject(tx, accountOf(call), plan.brought);
        left = await endEdits(tx, call, input, plan);
        if (html === null && layers === null && title !== null)
          return applyRename(deps, tx, call, { pageId, title, expectedRevision });
        return applyDraftChange(
          deps,
          tx,
          call,
          { pageId, expectedRevision, html, layers, word: null, title },
          { action: BUILDER.save.name, limited: true },
        );
      },
    });
    await removeObjects(deps, left);
    return result;
  };
}

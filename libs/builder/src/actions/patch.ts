import { BUILDER, LIMITS, type BodyReference } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler, type ServiceCallContext } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import { adoptObject } from '../admission.store.ts';
import { adoptBody, readUpload } from '../adopt.ts';
import { demandDraft, demandSingle } from '../checks.ts';
import { changeWithObjects, type TextBodyWriter } from '../change-with-objects.ts';
import type { BuilderDeps } from '../deps.ts';
import { applyDraftChange } from '../draft-change.ts';
import { patchStoredText, type PatchedDraftHtml } from '../patch-stored-text.ts';
import { findContent, type WebsiteWithTextsRow } from '../website.store.ts';

/** The input of builder.patch: the website, its expected revision, and the text replacements or the whole new HTML. */
type PatchInput = Parameters<ServiceCallHandler<typeof BUILDER.patch>>[0];
/**
 * Plans the replacement of a draft’s whole HTML by an uploaded body. The result contains one change that covers the whole text.
 */
async function replaceAll(
  deps: BuilderDeps,
  row: WebsiteWithTextsRow,
  body: BodyReference,
): Promise<PatchedDraftHtml> {
  if (body.sha256 === row.sha256) throw new BridgeError('patch_no_change', { applied: 0 });
  if (body.chars > LIMITS.rawHtmlCharsMax)
    throw new BridgeError('html_too_large', { applied: 0, chars: body.chars });
  const html = await adoptBody(deps, body);
  const change = { op_index: 0, line: 1, removed: row.chars, added: body.chars };
  return { html, changes: [change] };
}

/**
 * Computes the next HTML of a draft and the list of its changes. This runs before the transaction, which is therefore short.
 */
async function plan(
  deps: BuilderDeps,
  input: PatchInput,
  call: ServiceCallContext,
  store: TextBodyWriter,
): Promise<PatchedDraftHtml> {
  const row = await demandDraft(findContent, deps.db, call, input, demandSingle);
  return 'raw_html' in input
    ? replaceAll(deps, row, input.raw_html)
    : patchStoredText(deps, row, () => readUpload(deps, input.patch_ops), call.deadline, store);
}

/** Changes a draft: replaces texts that each occur exactly once (all of them or none), or replaces the whole HTML. */
export function patch(deps: BuilderDeps): ServiceCallHandler<typeof BUILDER.patch> {
  return async (input, call) =>
    changeWithObjects(deps, {
      callable: BUILDER.patch,
      call,
      idempotencyKey: input.idempotency_key,
      plan: (store) => plan(deps, input, call, store),
      apply: async (tx, { html, changes }) => {
        // Uploaded HTML was stored with an admission (permission to store the object), which is deleted here.
        // HTML that this service computed from a patch has no admission.
        if ('raw_html' in input && 'object' in input.raw_html)
          await adoptObject(tx, accountOf(call), input.raw_html.object);
        const change = {
          pageId: input.page_id,
          expectedRevision: input.expected_revision,
          html,
          layers: null,
          word: null,
        };
        const by = { action: BUILDER.patch.name, limited: true };
        const applied = await applyDraftChange(deps, tx, call, change, by);
        const outcome = {
          applied: changes.length,
          previous_revision: input.expected_revision,
          changes: [...changes],
        };
        return { ...applied, result: { ...applied.result, ...outcome } };
      },
    });
}

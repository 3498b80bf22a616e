import { putBody, readBody } from '@bridge/blobs';
import { builderPatch } from '@bridge/contracts';
import type { Handler, HandlerCall } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import { demandChangeable, demandRevision, demandSingle, scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { applyDraftChange } from '../draft-change.ts';
import type { PatchResult } from '../patch/compute-patch.ts';
import type { StoredHtml } from '../revision.store.ts';
import { storedText } from '../stored-text.ts';
import { bodyOfRow } from '../website-record.ts';
import type { PatchTexts } from '../worker/text-pool.ts';
import { findContent } from '../website.store.ts';

type Input = Parameters<Handler<typeof builderPatch>>[0];
type Applied = Extract<PatchResult, { ok: true }>;

/** The next text and what changed in it, computed in a worker and stored, without a transaction. */
async function plan(
  deps: BuilderDeps,
  input: Input,
  call: HandlerCall,
): Promise<{ readonly html: StoredHtml; readonly changes: Applied['changes'] }> {
  const { db, blobs, clock, ids, texts } = deps;
  const found = await findContent(db, scopeOf(call), input.page_id);
  const row = demandChangeable(found, input.page_id);
  demandSingle(row);
  demandRevision(row, input.expected_revision);
  const load = async (): Promise<PatchTexts> => {
    const texts = [readBody(blobs, bodyOfRow(row)), readBody(blobs, input.patch_ops)] as const;
    const [source, ops] = await Promise.all(texts);
    return { source, ops };
  };
  const patched = await texts.patch(load, Math.max(1, call.deadline - clock.now()));
  // The worker names its own code and renders that code's public details.
  if (!patched.ok) throw new BridgeError(patched.code, patched.details);
  const { newline, ...facts } = patched.facts;
  const ref = await putBody(blobs, ids, { ...facts, bytes: patched.text });
  return { html: { ...storedText(ref), newline }, changes: patched.changes };
}

/** Replaces exact, unique pieces of text in a draft, all or none. */
export function patch(deps: BuilderDeps): Handler<typeof builderPatch> {
  return async (input, call) =>
    deps.db.change({
      action: 'builder.patch',
      call,
      idempotencyKey: input.idempotency_key,
      output: builderPatch.output,
      plan: () => plan(deps, input, call),
      apply: async (tx, { html, changes }) => {
        const change = {
          pageId: input.page_id,
          expectedRevision: input.expected_revision,
          html,
          layers: null,
          word: null,
        };
        const by = { action: 'builder.patch', limited: true };
        const applied = await applyDraftChange(deps, tx, call, change, by);
        const told = {
          applied: changes.length,
          previous_revision: input.expected_revision,
          changes: [...changes],
        };
        return { ...applied, result: { ...applied.result, ...told } };
      },
    });
}

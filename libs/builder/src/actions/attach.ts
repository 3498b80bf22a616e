import { BUILDER } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import { demandDraft, demandRight } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { applyDraftChange, keepDraft } from '../draft-change.ts';
import { findWebsite } from '../website.store.ts';

/**
 * Moves a draft to another World (public identity) to which the account may move websites. The published snapshot keeps its
 * World. A move to the World that the draft is already in changes nothing.
 */
export function attach(deps: BuilderDeps): ServiceCallHandler<typeof BUILDER.attach> {
  const { db } = deps;
  return async ({ page_id, expected_revision, word, idempotency_key }, call) =>
    db.change({
      callable: BUILDER.attach,
      call,
      idempotencyKey: idempotency_key,
      plan: async () => {
        const draft = { page_id, expected_revision };
        const mayAttach = (): Promise<void> => demandRight(db, call, word);
        const row = await demandDraft(findWebsite, db, call, draft, mayAttach);
        return { fromWord: row.word };
      },
      apply: async (tx, { fromWord }) => {
        const kept = { pageId: page_id, expectedRevision: expected_revision, word };
        const unchanged = fromWord === word;
        const applied = unchanged
          ? await keepDraft(deps, tx, call, kept)
          : await applyDraftChange(
              deps,
              tx,
              call,
              { ...kept, html: null, layers: null },
              { action: BUILDER.attach.name, limited: false, fromWord },
            );
        return { ...applied, result: { ...applied.result, unchanged } };
      },
    });
}

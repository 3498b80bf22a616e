import { BUILDER } from '@bridge/contracts';
import type { Handler } from '@bridge/bus';
import { demandChangeable, demandRevision, demandRight, scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { applyDraftChange, keepDraft } from '../draft-change.ts';
import { findWebsite } from '../website.store.ts';

/** Moves a website to another World where the account may attach; nothing public moves. In its own World nothing changes. */
export function attach(deps: BuilderDeps): Handler<typeof BUILDER.attach> {
  const { db } = deps;
  return async ({ page_id, expected_revision, word, idempotency_key }, call) =>
    db.change({
      callable: BUILDER.attach,
      call,
      idempotencyKey: idempotency_key,
      plan: async () => {
        const found = await findWebsite(db, scopeOf(call), page_id);
        const row = demandChangeable(found, page_id);
        await demandRight(db, call, word);
        demandRevision(row, expected_revision);
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

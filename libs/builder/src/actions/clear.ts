import { BUILDER } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import { demandDraft, demandSingle } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { applyDraftChange } from '../draft-change.ts';
import { STORED_NO_HTML, STORED_NO_LAYERS } from '../empty-draft.ts';
import { findWebsite } from '../website.store.ts';

/**
 * Replaces HTML and layers (named pieces of HTML, CSS or text) of a draft with empty ones as a new revision. The website keeps
 * its id, World, lineage id, older revisions and publications.
 */
export function clear(deps: BuilderDeps): ServiceCallHandler<typeof BUILDER.clear> {
  const { db } = deps;
  return async ({ page_id, expected_revision, idempotency_key }, call) =>
    db.change({
      callable: BUILDER.clear,
      call,
      idempotencyKey: idempotency_key,
      plan: async () => {
        const draft = { page_id, expected_revision };
        await demandDraft(findWebsite, db, call, draft, demandSingle);
      },
      apply: (tx) =>
        applyDraftChange(
          deps,
          tx,
          call,
          {
            pageId: page_id,
            expectedRevision: expected_revision,
            html: STORED_NO_HTML,
            layers: STORED_NO_LAYERS,
            word: null,
          },
          // The quota of stored bytes is not checked, so that an account over its quota can still empty a draft.
          { action: BUILDER.clear.name, limited: false },
        ),
    });
}

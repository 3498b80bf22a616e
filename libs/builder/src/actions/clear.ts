import { bodyOf } from '@bridge/blobs';
import { BUILDER } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import { storeLayers } from '../adopt.ts';
import { NO_LAYERS } from '../no-layers.ts';
import { demandDraft, demandSingle } from '../checks.ts';
import { changeWithObjects } from '../change-with-objects.ts';
import type { BuilderDeps } from '../deps.ts';
import { applyDraftChange } from '../draft-change.ts';
import { storedText } from '../stored-text.ts';
import { findWebsite } from '../website.store.ts';

/**
 * Replaces HTML and layers (named pieces of HTML, CSS or text) of a draft with empty ones as a new revision. The website keeps
 * its id, World, lineage id, older revisions and publications.
 */
export function clear(deps: BuilderDeps): ServiceCallHandler<typeof BUILDER.clear> {
  const { db } = deps;
  return async ({ page_id, expected_revision, idempotency_key }, call) =>
    changeWithObjects(deps, {
      callable: BUILDER.clear,
      call,
      idempotencyKey: idempotency_key,
      plan: async (store) => {
        const draft = { page_id, expected_revision };
        await demandDraft(findWebsite, db, call, draft, demandSingle);
        const empty = await store(await bodyOf(''));
        return {
          html: { ...storedText(empty), newline: empty.newline },
          layers: await storeLayers(store, NO_LAYERS),
        };
      },
      apply: (tx, { html, layers }) =>
        applyDraftChange(
          deps,
          tx,
          call,
          { pageId: page_id, expectedRevision: expected_revision, html, layers, word: null },
          // The quota of stored bytes is not checked, so that an account over its quota can still empty a draft.
          { action: BUILDER.clear.name, limited: false },
        ),
    });
}

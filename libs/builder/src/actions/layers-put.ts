import { BUILDER } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import { readUpload, storeLayers } from '../adopt.ts';
import { demandDraft, demandOwner, demandSingle } from '../checks.ts';
import { changeWithObjects } from '../change-with-objects.ts';
import type { BuilderDeps } from '../deps.ts';
import { applyDraftChange } from '../draft-change.ts';
import { parseLayers } from '../parse-layers.ts';
import { findWebsite } from '../website.store.ts';

/**
 * Replaces the layers of a draft (named pieces of HTML, CSS or text beside its HTML) as a new revision. Only the signed-in
 * owner may call it, not an agent.
 */
export function layersPut(deps: BuilderDeps): ServiceCallHandler<typeof BUILDER.layersPut> {
  const { db } = deps;
  return async ({ page_id, expected_revision, idempotency_key, layers }, call) =>
    changeWithObjects(deps, {
      callable: BUILDER.layersPut,
      call,
      idempotencyKey: idempotency_key,
      plan: async (store) => {
        demandOwner(call);
        const json = parseLayers(await readUpload(deps, layers));
        const draft = { page_id, expected_revision };
        await demandDraft(findWebsite, db, call, draft, demandSingle);
        return { layers: await storeLayers(store, json) };
      },
      apply: (tx, plan) =>
        applyDraftChange(
          deps,
          tx,
          call,
          { pageId: page_id, expectedRevision: expected_revision, html: null, ...plan, word: null },
          { action: BUILDER.layersPut.name, limited: true },
        ),
    });
}

import { BUILDER, hintLive } from '@bridge/contracts';
import { accountOf, sendHint, type ServiceCallHandler } from '@bridge/bus';
import { demandDraft, demandOwner } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { throwRefusal } from '../draft-change.ts';
import { findWebsite } from '../website.store.ts';
import { hideLive, markDeleted } from './deletion.store.ts';

/**
 * Deletes a website. Only the signed-in owner may call it, not an agent. The website disappears from lists, agents no longer
 * see it, and its public addresses answer with HTTP status 410. Its contents are purged after 30 days. Spec: editor.delete.
 */
export function deletePage(deps: BuilderDeps): ServiceCallHandler<typeof BUILDER.delete> {
  const { db, driver } = deps;
  return async (input, call) => {
    const { page_id: pageId, expected_revision: expectedRevision } = input;
    const accountId = accountOf(call);
    let version: number | undefined;
    const answer = await db.change({
      callable: BUILDER.delete,
      call,
      idempotencyKey: input.idempotency_key,
      plan: async () => {
        demandOwner(call);
        await demandDraft(findWebsite, db, call, input, () => undefined);
      },
      apply: async (tx) => {
        const draft = { accountId, pageId, expectedRevision };
        const row = (await markDeleted(tx, draft)) ?? (await throwRefusal(tx, call, draft));
        version = await hideLive(tx, accountId, pageId);
        const { word } = row;
        const result = { purge_at: row.purge_at.toISOString() };
        return { result, words: [word], pageId, word, revBefore: expectedRevision };
      },
    });
    if (version !== undefined) sendHint(driver, hintLive, { page_id: pageId, v: version });
    return answer;
  };
}

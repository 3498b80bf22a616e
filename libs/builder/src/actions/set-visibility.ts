import { BUILDER, hintLive } from '@bridge/contracts';
import { accountOf, sendHint, type ServiceCallHandler } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import { demandChangeable, demandOwner, demandVisible, scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { setLiveVisibility } from '../public-side.store.ts';
import { websiteRecordOf } from '../website-record.ts';
import { findWebsite } from '../website.store.ts';

/** Sets the visibility of a published website. Only the signed-in owner may call it, not an agent. It creates no revision. */
export function setVisibility(deps: BuilderDeps): ServiceCallHandler<typeof BUILDER.setVisibility> {
  const { db, driver, links } = deps;
  return async ({ page_id, visibility, idempotency_key }, call) => {
    let version: number | undefined;
    const answer = await db.change({
      callable: BUILDER.setVisibility,
      call,
      idempotencyKey: idempotency_key,
      plan: async () => {
        demandOwner(call);
        const row = demandChangeable(await findWebsite(db, scopeOf(call), page_id), page_id);
        // A website has a visibility only after its first publication.
        if (row.published_revision === null) throw new BridgeError('not_published', { page_id });
      },
      apply: async (tx) => {
        const set = { visibility, byAgent: false };
        version = await setLiveVisibility(tx, accountOf(call), page_id, set);
        const row = demandVisible(await findWebsite(tx, scopeOf(call), page_id), page_id);
        const website = websiteRecordOf(row, links);
        return { result: { website }, words: [row.word], pageId: page_id, word: row.word };
      },
    });
    if (version !== undefined) sendHint(driver, hintLive, { page_id, v: version });
    return answer;
  };
}

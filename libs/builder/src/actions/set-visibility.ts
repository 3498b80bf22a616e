import { BUILDER, hintLive } from '@bridge/contracts';
import { accountOf, sendHint, type Handler } from '@bridge/bus';
import { BridgeError, Replayed } from '@bridge/kernel';
import { demandChangeable, demandOwner, demandVisible, scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { findLive, setLiveVisibility } from '../public.store.ts';
import { websiteRecordOf } from '../website-record.ts';
import { findWebsite } from '../website.store.ts';

/** Makes a published website private, unlisted or public, for the owner in person; no new revision. */
export function setVisibility(deps: BuilderDeps): Handler<typeof BUILDER.setVisibility> {
  const { db, driver, links } = deps;
  return async ({ page_id, visibility, idempotency_key }, call) => {
    const accountId = accountOf(call);
    const answer = await db.change({
      callable: BUILDER.setVisibility,
      call,
      idempotencyKey: idempotency_key,
      plan: async () => {
        demandOwner(call);
        demandChangeable(await findWebsite(db, scopeOf(call), page_id), page_id);
      },
      apply: async (tx) => {
        const set = await setLiveVisibility(tx, accountId, page_id, visibility);
        // Only what was published once has anything to show or to hide.
        if (set === undefined) throw new BridgeError('snapshot_not_found', {});
        const row = demandVisible(await findWebsite(tx, scopeOf(call), page_id), page_id);
        const website = websiteRecordOf(row, links);
        return { result: { website }, words: [row.word], pageId: page_id, word: row.word };
      },
    });
    if (!(answer instanceof Replayed)) {
      const now = await findLive(db, page_id);
      if (now !== undefined) sendHint(driver, hintLive, { page_id, v: now.version });
    }
    return answer;
  };
}

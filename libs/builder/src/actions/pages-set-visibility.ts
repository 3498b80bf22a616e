import { BUILDER, hintLive, type WebsiteVisibility } from '@bridge/contracts';
import { accountOf, sendHint, type ServiceCallHandler, type ServiceCallContext } from '@bridge/bus';
import type { SqlStatementRunner } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { demandVisible, scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { publicRecordOf } from '../public-record.ts';
import { findPublicSide, setLiveVisibility, type PublishedStateRow } from '../public-side.store.ts';
import { isLocked } from '../website-record.ts';
import { findWebsite } from '../website.store.ts';

/**
 * Reads the published website of the call. Throws unless an agent may set the requested visibility.
 * Spec: actions.first-refusal.
 */
async function demandSettable(
  db: SqlStatementRunner,
  call: ServiceCallContext,
  pageId: number,
  visibility: WebsiteVisibility,
): Promise<PublishedStateRow> {
  const row = await findPublicSide(db, scopeOf(call), pageId);
  if (row === undefined) {
    demandVisible(await findWebsite(db, scopeOf(call), pageId), pageId);
    throw new BridgeError('not_published', { page_id: pageId });
  }
  if (row.suspended) throw new BridgeError('suspended', {});
  if (isLocked(row) && visibility !== 'private')
    throw new BridgeError('visibility_locked_by_owner', { page_id: pageId });
  return row;
}

/**
 * Sets the visibility of a published website to private, unlisted or public for an agent. A website that its owner made private
 * can only stay private.
 */
export function pagesSetVisibility(
  deps: BuilderDeps,
): ServiceCallHandler<typeof BUILDER.pagesSetVisibility> {
  const { db, driver, links } = deps;
  return async ({ page_id, visibility, idempotency_key }, call) => {
    let version: number | undefined;
    const answer = await db.change({
      callable: BUILDER.pagesSetVisibility,
      call,
      idempotencyKey: idempotency_key,
      plan: () => demandSettable(db, call, page_id, visibility),
      apply: async (tx) => {
        const set = { visibility, byAgent: true };
        version = await setLiveVisibility(tx, accountOf(call), page_id, set);
        const row = await demandSettable(tx, call, page_id, visibility);
        const result = { page: publicRecordOf(row, links), unchanged: version === undefined };
        return { result, words: [row.live_word], pageId: page_id, word: row.live_word };
      },
    });
    if (version !== undefined) sendHint(driver, hintLive, { page_id, v: version });
    return answer;
  };
}

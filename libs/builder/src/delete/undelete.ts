import { BUILDER, hintLive } from '@bridge/contracts';
import { accountOf, sendHint, type ServiceCallHandler } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import { demandOwner, demandVisible, scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { websiteRecordOf } from '../website-record.ts';
import { findWebsite } from '../website.store.ts';
import { findDeleted, showLive, unmarkDeleted } from './deletion.store.ts';

/** Restores a deleted website with the visibility that it had before. Spec: editor.undelete. */
export function undelete(deps: BuilderDeps): ServiceCallHandler<typeof BUILDER.undelete> {
  const { db, driver, links } = deps;
  return async (input, call) => {
    const { page_id: pageId, expected_revision: expectedRevision } = input;
    const accountId = accountOf(call);
    const page = { accountId, pageId, expectedRevision };
    let version: number | undefined;
    const answer = await db.change({
      callable: BUILDER.undelete,
      call,
      idempotencyKey: input.idempotency_key,
      plan: async () => {
        demandOwner(call);
        const row = await findDeleted(db, accountId, pageId);
        if (row === undefined) throw new BridgeError('page_not_found', { page_id: pageId });
        if (row.suspended) throw new BridgeError('suspended', {});
        if (row.draft_revision !== expectedRevision)
          throw new BridgeError('revision_conflict', {
            page_id: pageId,
            expected_revision: expectedRevision,
            current_revision: row.draft_revision,
          });
      },
      apply: async (tx) => {
        if (!(await unmarkDeleted(tx, page)))
          throw new BridgeError('page_not_found', { page_id: pageId });
        version = await showLive(tx, accountId, pageId);
        const row = demandVisible(await findWebsite(tx, scopeOf(call), pageId), pageId);
        const { word } = row;
        const result = { website: websiteRecordOf(row, links) };
        return { result, words: [word], pageId, word, revAfter: expectedRevision };
      },
    });
    if (version !== undefined) sendHint(driver, hintLive, { page_id: pageId, v: version });
    return answer;
  };
}

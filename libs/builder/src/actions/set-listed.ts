import { BUILDER } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import { demandChangeable, demandOwner, scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { copyListed, setPageListed } from '../public-side.store.ts';
import { websiteRecordOf } from '../website-record.ts';
import { findWebsite } from '../website.store.ts';

/**
 * Includes a website in the public overview or excludes it. Only the signed-in owner may call it, not an agent. It creates no
 * revision.
 */
export function setListed({
  db,
  links,
}: Pick<BuilderDeps, 'db' | 'links'>): ServiceCallHandler<typeof BUILDER.setListed> {
  return async ({ page_id, listed, idempotency_key }, call) => {
    const scope = scopeOf(call);
    return db.change({
      callable: BUILDER.setListed,
      call,
      idempotencyKey: idempotency_key,
      plan: async () => {
        demandOwner(call);
        demandChangeable(await findWebsite(db, scope, page_id), page_id);
      },
      apply: async (tx) => {
        await setPageListed(tx, scope, page_id, listed);
        await copyListed(tx, accountOf(call), page_id, listed);
        // The website is read again in the transaction, because it may have been suspended since the first check.
        const row = demandChangeable(await findWebsite(tx, scope, page_id), page_id);
        const website = websiteRecordOf(row, links);
        return { result: { website }, words: [row.word], pageId: page_id, word: row.word };
      },
    });
  };
}

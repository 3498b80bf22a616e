import { BUILDER } from '@bridge/contracts';
import { actorOf } from '@bridge/db';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import { adoptObject } from '../admission.store.ts';
import { adoptBody } from '../adopt.ts';
import { demandRight } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { STORED_NO_LAYERS } from '../empty-draft.ts';
import { insertWebsite } from '../revision.store.ts';
import { websiteRecordOf } from '../website-record.ts';

/**
 * Creates an unpublished website from HTML in a World (public identity) in which the account may create websites. The bytes of
 * the HTML are stored unchanged.
 */
export function create(deps: BuilderDeps): ServiceCallHandler<typeof BUILDER.create> {
  const { db, ids, links, pageIds, quotas } = deps;
  return async ({ title, word, raw_html, idempotency_key }, call) =>
    db.change({
      callable: BUILDER.create,
      call,
      idempotencyKey: idempotency_key,
      plan: async () => {
        await demandRight(db, call, word);
        const html = await adoptBody(deps, raw_html);
        const lineageId = ids.make('lin');
        const pageId = await pageIds.next();
        return { pageId, title, word, lineageId, html, layers: STORED_NO_LAYERS };
      },
      apply: async (tx, plan) => {
        const { object } = plan.html;
        if (object !== null) await adoptObject(tx, accountOf(call), object);
        const made = { ...plan, accountId: accountOf(call) };
        const author = { action: BUILDER.create.name, actor: actorOf(call.ctx) };
        const insert = (pageId: number): ReturnType<typeof insertWebsite> =>
          insertWebsite(tx, { ...made, pageId }, author, quotas.websitesMax);
        // The insert refuses an id below the newest id of the account’s websites, which another replica may have made
        // meanwhile.
        // Then the insert is repeated with a newly reserved id.
        const row = (await insert(plan.pageId)) ?? (await insert(await pageIds.newest()));
        if (row === undefined) {
          await demandRight(tx, call, word);
          throw new BridgeError('quota_exceeded', { quota: 'websites', max: quotas.websitesMax });
        }
        if (row.stored_bytes > quotas.storedBytesMax)
          throw new BridgeError('quota_exceeded', {
            quota: 'stored bytes',
            max: quotas.storedBytesMax,
          });
        const website = websiteRecordOf(row, links);
        const { page_id: pageId } = website;
        return { result: { website }, words: [word], pageId, word, revAfter: 1 };
      },
    });
}

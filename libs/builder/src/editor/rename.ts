import { BUILDER, type WebsiteRecord } from '@bridge/contracts';
import { type ServiceCallHandler, type ServiceCallContext } from '@bridge/bus';
import { type ChangeResultWithJournalFields, type SqlStatementRunner } from '@bridge/db';
import { demandChangeable, demandOwner, demandVisible, scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { throwRefusal } from '../draft-change.ts';
import { websiteRecordOf } from '../website-record.ts';
import { findWebsite } from '../website.store.ts';
import { setTitle } from './title.store.ts';

/**
 * Sets the title of a website. If `expectedRevision` is a number and the draft is at another revision, throws
 * revision_conflict.
 */
export async function applyRename(
  { links }: Pick<BuilderDeps, 'links'>,
  tx: SqlStatementRunner,
  call: ServiceCallContext,
  change: {
    readonly pageId: number;
    readonly title: string;
    readonly expectedRevision: number | null;
  },
): Promise<ChangeResultWithJournalFields<{ website: WebsiteRecord }>> {
  const { pageId, title, expectedRevision } = change;
  if (!(await setTitle(tx, scopeOf(call), pageId, { title, expectedRevision })))
    await throwRefusal(tx, call, change);
  const row = demandVisible(await findWebsite(tx, scopeOf(call), pageId), pageId);
  const revision = row.draft_revision;
  return {
    result: { website: websiteRecordOf(row, links) },
    words: [row.word],
    pageId,
    word: row.word,
    revBefore: revision,
    revAfter: revision,
  };
}

/** Changes the title of a website. Only the owner may call it, not an agent. It creates no revision. Spec: editor.rename. */
export function rename(deps: BuilderDeps): ServiceCallHandler<typeof BUILDER.rename> {
  const { db } = deps;
  return async ({ page_id: pageId, title, idempotency_key }, call) =>
    db.change({
      callable: BUILDER.rename,
      call,
      idempotencyKey: idempotency_key,
      plan: async () => {
        demandOwner(call);
        demandChangeable(await findWebsite(db, scopeOf(call), pageId), pageId);
      },
      apply: (tx) => applyRename(deps, tx, call, { pageId, title, expectedRevision: null }),
    });
}

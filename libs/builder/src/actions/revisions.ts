import type { BUILDER } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import { demandVisible, scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { listPage } from '../list-page.ts';
import { listRevisions } from '../history.store.ts';
import { findWebsite } from '../website.store.ts';

/** Lists the revisions of a website, newest first. */
export function revisions({ db }: BuilderDeps): ServiceCallHandler<typeof BUILDER.revisions> {
  return async ({ page_id, before, limit }, call) => {
    const scope = scopeOf(call);
    demandVisible(await findWebsite(db, scope, page_id), page_id);
    const rows = await listRevisions(db, scope.accountId, page_id, before, limit + 1);
    const { shown, last } = listPage(rows, limit);
    return {
      revisions: shown.map(({ sha256, pruned, at, ...row }) => ({
        ...row,
        at: at.toISOString(),
        raw_sha256: sha256,
        body_kept: !pruned,
      })),
      next_before: last?.revision ?? null,
    };
  };
}

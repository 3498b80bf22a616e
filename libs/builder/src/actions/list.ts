import type { BUILDER } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import { scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { listPage } from '../list-page.ts';
import { websiteRecordOf } from '../website-record.ts';
import { listWebsites } from '../website.store.ts';

/**
 * Lists the websites of the account, ascending by id. A key that is limited to Worlds (public identities) receives only
 * websites in these Worlds.
 */
export function list({ db, links }: BuilderDeps): ServiceCallHandler<typeof BUILDER.list> {
  return async ({ limit, after_id }, call) => {
    const rows = await listWebsites(db, scopeOf(call), after_id, limit + 1);
    const { shown, last } = listPage(rows, limit);
    return {
      websites: shown.map((row) => websiteRecordOf(row, links)),
      next_after_id: last?.page_id ?? null,
    };
  };
}

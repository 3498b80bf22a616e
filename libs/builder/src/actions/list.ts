import type { BUILDER } from '@bridge/contracts';
import type { Handler } from '@bridge/bus';
import { scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { websiteRecordOf } from '../website-record.ts';
import { listWebsites } from '../website.store.ts';

/** Lists the account's own websites, ascending by id; a key limited to Worlds sees those in them only. */
export function list({ db, links }: BuilderDeps): Handler<typeof BUILDER.list> {
  return async ({ limit, after_id }, call) => {
    // One more than asked for tells whether there is a next page.
    const rows = await listWebsites(db, scopeOf(call), after_id, limit + 1);
    const shown = rows.slice(0, limit);
    return {
      websites: shown.map((row) => websiteRecordOf(row, links)),
      next_after_id: rows.length > limit ? (shown.at(-1)?.page_id ?? null) : null,
    };
  };
}

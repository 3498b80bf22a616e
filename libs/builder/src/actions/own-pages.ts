import type { BUILDER } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import { demandOwner, scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { listPage } from '../list-page.ts';
import { listInState } from '../own-pages.store.ts';
import { websiteRecordOf } from '../website-record.ts';
import { listWebsites } from '../website.store.ts';

/**
 * Lists the websites of an account for its owner, optionally only those of one World (public identity) or in one state (draft
 * or published). Spec: editor.list.
 */
export function ownPages({ db, links }: BuilderDeps): ServiceCallHandler<typeof BUILDER.ownPages> {
  return async ({ limit, after_id, word, state }, call) => {
    demandOwner(call);
    const scope = { ...scopeOf(call), words: word === null ? null : [word] };
    const rows =
      state === null
        ? await listWebsites(db, scope, after_id, limit + 1)
        : await listInState(db, scope, state, { afterId: after_id, limit: limit + 1 });
    const { shown, last } = listPage(rows, limit);
    return {
      websites: shown.map((row) => websiteRecordOf(row, links)),
      next_after_id: last?.page_id ?? null,
    };
  };
}

import type { BUILDER } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import { demandOwner } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { listPage } from '../list-page.ts';
import { listDeleted } from './deletion.store.ts';

/** Lists the deleted websites of an account that the owner can still restore. Spec: editor.deleted. */
export function deleted({ db }: BuilderDeps): ServiceCallHandler<typeof BUILDER.deleted> {
  return async ({ after_id, limit }, call) => {
    demandOwner(call);
    const rows = await listDeleted(db, accountOf(call), after_id, limit + 1);
    const { shown, last } = listPage(rows, limit);
    return {
      websites: shown.map(({ deleted_at, purge_at, ...row }) => ({
        ...row,
        deleted_at: deleted_at.toISOString(),
        purge_at: purge_at.toISOString(),
      })),
      next_after_id: last?.page_id ?? null,
    };
  };
}

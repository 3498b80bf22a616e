import type { Bus } from '@bridge/bus';
import { WORLDS, VIEWS } from '@bridge/contracts';
import { type Db, sql } from '@bridge/db';
import { contextOf, ownerPrincipal } from '../dispatch/call-context.ts';

/** The owner in person, who alone may do this. */
export interface OwnerCall {
  readonly accountId: string;
  readonly surface: 'console' | 'ctl';
  readonly requestId: string;
}
/** Of these Worlds, those in which the owner may act: a viewer may not. */
export type WorldsOf = (call: OwnerCall, words: readonly string[]) => Promise<ReadonlySet<string>>;

/** Asks the worlds service; throws service_unavailable when it is away. */
export function worldsByBus({ request }: Bus): WorldsOf {
  return async ({ accountId, surface, requestId }, words) => {
    const ctx = contextOf(ownerPrincipal(accountId), surface);
    const { result } = await request(WORLDS.rights, {
      ctx,
      input: { words: [...words] },
      requestId,
    });
    return new Set(result.rights.filter(({ role }) => role !== 'viewer').map(({ word }) => word));
  };
}

/** Reads the view of World rights, for the terminal, which runs without any service. */
export function worldsByView(db: Db): WorldsOf {
  return async ({ accountId }, words) => {
    const rows = await db.rows(
      sql<{ word: string }>`select word from ${sql.raw(VIEWS.worldRight)}
        where account_id = ${accountId} and word = any(${[...words]}) and role <> 'viewer'`,
    );
    return new Set(rows.map(({ word }) => word));
  };
}

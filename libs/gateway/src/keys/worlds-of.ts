import type { Bus } from '@bridge/bus';
import { WORLDS, VIEWS } from '@bridge/contracts';
import { type Db, sql } from '@bridge/db';
import { contextOf, ownerPrincipal } from '../dispatch/call-context.ts';

/** An owner’s call, made with a session or in the terminal. */
export interface OwnerCall {
  readonly accountId: string;
  readonly surface: 'console' | 'ctl';
  readonly requestId: string;
  /** The key under which the owner may repeat a change; undefined when the change is never repeated. */
  readonly idempotencyKey?: string | undefined;
}
/** Returns those of the given Worlds in which the owner has a role other than viewer. */
export type WorldsOf = (call: OwnerCall, words: readonly string[]) => Promise<ReadonlySet<string>>;

/** Makes a WorldsOf that requests the rights from the worlds service. It throws service_unavailable without an answer. */
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

/** Makes a WorldsOf for the terminal, where no service runs: it reads the database view of the rights in Worlds. */
export function worldsByView(db: Db): WorldsOf {
  return async ({ accountId }, words) => {
    const rows = await db.rows(
      sql<{ word: string }>`select word from ${sql.raw(VIEWS.worldRight)}
        where account_id = ${accountId} and word = any(${[...words]}) and role <> 'viewer'`,
    );
    return new Set(rows.map(({ word }) => word));
  };
}

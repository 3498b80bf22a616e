import type { MessageBus } from '@bridge/bus';
import { WORLDS, VIEWS } from '@bridge/contracts';
import { type DatabaseClient, sql } from '@bridge/db';
import { contextOf, ownerPrincipal } from '../dispatch/call-context.ts';

/** The account, interface and request id of an owner’s change of agent keys, made in the console or in the terminal. */
export interface KeyChangeRequestContext {
  readonly accountId: string;
  readonly surface: 'console' | 'ctl';
  readonly requestId: string;
  /** The idempotency key of the change; undefined when the owner never repeats it. */
  readonly idempotencyKey?: string | undefined;
}
/** A function that looks up in which of the given Worlds (public identities) the owner has a role other than viewer. */
export type FindWritableWorldsFunction = (
  call: KeyChangeRequestContext,
  words: readonly string[],
) => Promise<ReadonlySet<string>>;

/**
 * Makes the look-up of an owner’s Worlds (public identities) that requests the owner’s rights from the worlds service. It
 * throws service_unavailable when that service does not answer.
 */
export function worldsByBus({ request }: MessageBus): FindWritableWorldsFunction {
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

/**
 * Makes the look-up of an owner’s Worlds (public identities) for commands in the terminal, where no service runs: it reads
 * the database view of the rights in Worlds.
 */
export function worldsByView(db: DatabaseClient): FindWritableWorldsFunction {
  return async ({ accountId }, words) => {
    const rows = await db.rows(
      sql<{ word: string }>`select word from ${sql.raw(VIEWS.worldRight)}
        where account_id = ${accountId} and word = any(${[...words]}) and role <> 'viewer'`,
    );
    return new Set(rows.map(({ word }) => word));
  };
}

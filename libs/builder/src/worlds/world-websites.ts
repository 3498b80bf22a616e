import { LIMITS, type BUILDER } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import { type SqlStatementRunner, sql } from '@bridge/db';
import { demandOwner, demandRight } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { isFounderOf } from '../world-right.store.ts';
import { countInWorlds } from './off-world.store.ts';
import { listWorldWebsites } from './world-lists.store.ts';

/** True when the account founded the World. */
export async function findFounded(
  db: SqlStatementRunner,
  accountId: string,
  word: string,
): Promise<boolean> {
  const [row] = await db.rows(
    sql<{ founded: boolean }>`select ${isFounderOf(accountId, word)} as founded`,
  );
  return row?.founded ?? false;
}

/** Lists the public websites of a World (public identity) for accounts that may publish in it. Spec: worlds.websites. */
export function worldWebsites({
  db,
}: BuilderDeps): ServiceCallHandler<typeof BUILDER.worldWebsites> {
  return async ({ word }, call) => {
    demandOwner(call);
    await demandRight(db, call, word);
    const accountId = accountOf(call);
    const reader = { accountId, isFounder: await findFounded(db, accountId, word) };
    const rows = await listWorldWebsites(db, word, reader, LIMITS.worldWebsitesMax);
    return {
      websites: rows.map(({ published_at, ...row }) => ({
        ...row,
        published_at: published_at.toISOString(),
      })),
    };
  };
}

/** Counts the websites of an account in each of the given Worlds (public identities). */
export function worldCounts({ db }: BuilderDeps): ServiceCallHandler<typeof BUILDER.worldCounts> {
  return async ({ words }, call) => {
    demandOwner(call);
    return { counts: [...(await countInWorlds(db, accountOf(call), words))] };
  };
}

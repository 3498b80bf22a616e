import type { BUILDER } from '@bridge/contracts';
import { accountOf, type Handler } from '@bridge/bus';
import { type Queryable, sql } from '@bridge/db';
import { demandOwner, demandRight } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { isFounderOf, listAuthors } from '../world-right.store.ts';
import { countInWorlds, listWorldWebsites } from './off-world.store.ts';

/** True when the account founded the World. */
export async function findFounded(
  db: Queryable,
  accountId: string,
  word: string,
): Promise<boolean> {
  const [row] = await db.rows(
    sql<{ founded: boolean }>`select ${isFounderOf(accountId, word)} as founded`,
  );
  return row?.founded ?? false;
}

/** Lists the public websites of a World for those who publish in it. Spec: worlds.websites. */
export function worldWebsites({ db }: BuilderDeps): Handler<typeof BUILDER.worldWebsites> {
  return async ({ word }, call) => {
    demandOwner(call);
    await demandRight(db, call, word);
    const own = accountOf(call);
    const seesAll = await findFounded(db, own, word);
    const [rows, authors] = await Promise.all([listWorldWebsites(db, word), listAuthors(db, word)]);
    return {
      websites: rows
        .filter(({ account_id }) => authors.has(account_id))
        .filter(({ off, account_id }) => !off || seesAll || account_id === own)
        .map(({ account_id, published_at, ...row }) => ({
          ...row,
          published_at: published_at.toISOString(),
          mine: account_id === own,
        })),
    };
  };
}

/** Counts the websites of an account in Worlds. */
export function worldCounts({ db }: BuilderDeps): Handler<typeof BUILDER.worldCounts> {
  return async ({ words }, call) => {
    demandOwner(call);
    return { counts: [...(await countInWorlds(db, accountOf(call), words))] };
  };
}

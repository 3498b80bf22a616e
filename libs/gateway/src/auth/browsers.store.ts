import { LIMITS, type SignedInBrowsersAnswer } from '@bridge/contracts';
import { type SqlStatementRunner, sql } from '@bridge/db';
import { SESSION_MS_MAX } from './read-session.ts';

/** The stored sign-in session of an owner in one browser. */
export interface OwnerSessionRow {
  readonly id: string;
  readonly user_agent: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly token: string;
}

/** Lists the sessions of an owner that have not ended, newest first. */
export async function listSessions(
  db: SqlStatementRunner,
  userId: string,
): Promise<readonly OwnerSessionRow[]> {
  return db.rows(
    sql<OwnerSessionRow>`select s.id, s.user_agent, s.created_at, s.updated_at, s.token from gateway.session s
      where s.user_id = ${userId} and s.expires_at > now()
        and s.created_at > now() - make_interval(secs => ${SESSION_MS_MAX / 1_000})
      order by s.created_at desc limit ${LIMITS.listLimitMax}`,
  );
}

/**
 * Returns a session as its owner’s list of browsers shows it. `token` is the token of the session that sent the present
 * request; that session is marked as `current`.
 */
export function browserOf(
  row: OwnerSessionRow,
  token: string | null,
): SignedInBrowsersAnswer['browsers'][number] {
  return {
    id: row.id,
    agent: row.user_agent,
    since: row.created_at.toISOString(),
    last_seen_at: row.updated_at.toISOString(),
    current: row.token === token,
  };
}

/** Ends a session of an owner; false when the owner has no such session. */
export async function endSession(
  db: SqlStatementRunner,
  userId: string,
  id: string,
): Promise<boolean> {
  const rows = await db.rows(
    sql`delete from gateway.session where user_id = ${userId} and id = ${id} returning 1 as ended`,
  );
  return rows.length === 1;
}

/** Changes the displayed name of an owner. */
export async function renameOwner(
  db: SqlStatementRunner,
  userId: string,
  name: string,
): Promise<void> {
  await db.rows(
    sql`update gateway.owner set name = ${name}, updated_at = now() where id = ${userId}`,
  );
}

import { LIMITS } from '@bridge/contracts';
import { type SqlStatementRunner, sql } from '@bridge/db';

/** A paired session between the owner and an agent: open, or waiting for an agent to join with its pairing code. */
export interface PairedSessionRow {
  readonly session_id: string;
  readonly key_id: string | null;
  readonly opened_at: Date;
  readonly joined_at: Date | null;
  readonly expires_at: Date;
}

const OPEN = sql`p.ended_at is null and p.expires_at > now()`;

/**
 * Opens a paired session whose pairing code has this hash; returns when the code expires, or undefined if the account has the
 * maximum number of open sessions. The caller has locked the account with `lockGate`.
 */
export async function insertPairing(
  tx: SqlStatementRunner,
  accountId: string,
  sessionId: string,
  codeHash: Buffer,
): Promise<Date | undefined> {
  const [row] = await tx.rows(
    sql<{
      expires_at: Date;
    }>`insert into account.pairing (account_id, session_id, code_hash, expires_at)
      select ${accountId}, ${sessionId}, ${codeHash},
        date_trunc('milliseconds', now()) + make_interval(mins => ${LIMITS.pairingCodeMinutes}::integer)
      where (select count(*) from account.pairing p where p.account_id = ${accountId} and ${OPEN}) <
        ${LIMITS.pairingsOpenMax}::integer
      returning expires_at`,
  );
  return row?.expires_at;
}

/**
 * Counts one attempt on every unused pairing code of the account; returns true when one of them has this hash. Counting before
 * the result is known limits concurrent guesses as strictly as sequential ones.
 */
export async function spendTry(
  tx: SqlStatementRunner,
  accountId: string,
  codeHash: Buffer,
): Promise<boolean> {
  const rows = await tx.rows(
    sql<{ is_match: boolean }>`update account.pairing p set tries = p.tries + 1
      where p.account_id = ${accountId} and p.key_id is null and p.tries < ${LIMITS.pairingTriesMax}::integer and ${OPEN}
      returning p.code_hash = ${codeHash} as is_match`,
  );
  return rows.some(({ is_match }) => is_match);
}

/**
 * Joins an agent’s key to the session whose pairing code has this hash, and returns the session’s id. Returns undefined when
 * the code was used or has expired, or its session has ended.
 */
export async function joinPairing(
  tx: SqlStatementRunner,
  accountId: string,
  keyId: string,
  codeHash: Buffer,
): Promise<string | undefined> {
  const [row] = await tx.rows(
    sql<{
      session_id: string;
    }>`update account.pairing p set key_id = ${keyId}, joined_at = date_trunc('milliseconds', now()),
        expires_at = date_trunc('milliseconds', now()) + make_interval(hours => ${LIMITS.pairedSessionHours}::integer)
      where p.account_id = ${accountId} and p.key_id is null and p.code_hash = ${codeHash} and ${OPEN}
      returning p.session_id`,
  );
  return row?.session_id;
}

/**
 * Locks an open paired session until the transaction ends and returns the id of its key. Returns undefined when the session is
 * not open, or belongs to another key than `keyId` (null for any key).
 */
export async function holdSession(
  tx: SqlStatementRunner,
  accountId: string,
  sessionId: string,
  keyId: string | null,
): Promise<string | undefined> {
  const [row] = await tx.rows(
    sql<{ key_id: string | null }>`select p.key_id from account.pairing p
      where p.account_id = ${accountId} and p.session_id = ${sessionId} and ${OPEN}
        and p.key_id = coalesce(${keyId}::text, p.key_id) for no key update`,
  );
  return row?.key_id ?? undefined;
}

/** Ends a paired session that is open or waits for an agent to join; returns false when there is none. */
export async function endPairing(
  tx: SqlStatementRunner,
  accountId: string,
  sessionId: string,
): Promise<boolean> {
  const rows = await tx.rows(sql`update account.pairing p set ended_at = now()
    where p.account_id = ${accountId} and p.session_id = ${sessionId} and ${OPEN} returning 1 as ended`);
  return rows.length === 1;
}

/** Returns the ids of the open paired sessions of an agent’s key. */
export async function sessionsOfKey(
  db: SqlStatementRunner,
  accountId: string,
  keyId: string,
): Promise<readonly string[]> {
  const rows = await db.rows(
    sql<{ session_id: string }>`select p.session_id from account.pairing p
      where p.account_id = ${accountId} and p.key_id = ${keyId} and ${OPEN}
      limit ${LIMITS.pairingsOpenMax}::integer`,
    'prepared',
  );
  return rows.map(({ session_id }) => session_id);
}

/** Lists the paired sessions of an account that are open or wait for an agent to join. */
export async function listPairings(
  db: SqlStatementRunner,
  accountId: string,
): Promise<readonly PairedSessionRow[]> {
  return db.rows(
    sql<PairedSessionRow>`select p.session_id, p.key_id, p.opened_at, p.joined_at, p.expires_at from account.pairing p
      where p.account_id = ${accountId} and ${OPEN} order by p.opened_at, p.session_id
      limit ${LIMITS.pairingsOpenMax}::integer`,
  );
}

/** Removes paired sessions that expired more than `keptDays` days ago, at most `rowsMax`; returns their number. */
export async function expirePairings(
  tx: SqlStatementRunner,
  keptDays: number,
  rowsMax: number,
): Promise<number> {
  const rows = await tx.rows(sql`delete from account.pairing where (account_id, session_id) in (
      select account_id, session_id from account.pairing where expires_at < now() - make_interval(days => ${keptDays})
      order by expires_at limit ${rowsMax} for update skip locked) returning 1 as gone`);
  return rows.length;
}

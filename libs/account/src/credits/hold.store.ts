import { LIMITS } from '@bridge/contracts';
import { type SqlStatementRunner, sql } from '@bridge/db';

const LEASE = sql`make_interval(secs => ${LIMITS.generateLeaseMs / 1_000})`;

/** A hold: credits that are set aside for one attempt of a paid call. */
export interface CreditHoldRow {
  readonly hold_id: string;
  readonly attempt: number;
  readonly amount: number;
}

/** The data of a hold that is to be placed: credits set aside for a paid call. */
export interface NewCreditHold {
  readonly accountId: string;
  readonly holdId: string;
  readonly key: string;
  readonly action: string;
  readonly amount: number;
}

/** Sets credits aside for a paid call, with a lease. Returns undefined when the balance is too low. */
export async function placeHold(
  tx: SqlStatementRunner,
  { accountId, holdId, key, action, amount }: NewCreditHold,
): Promise<CreditHoldRow | undefined> {
  const [row] = await tx.rows(
    sql<CreditHoldRow>`with purse as (
        select account_id from account.balance where account_id = ${accountId} and balance >= ${amount} for update
      ), held as (
        insert into account.hold (account_id, hold_id, idempotency_key, action, amount, lease_until)
        select account_id, ${holdId}, ${key}, ${action}, ${amount}::bigint, now() + ${LEASE} from purse
        returning account_id, hold_id, attempt, amount
      ), booked as (
        insert into account.ledger (account_id, kind, amount, ref)
        select account_id, 'hold', amount, hold_id from held
      )
      select hold_id, attempt, amount from held`,
    'prepared',
  );
  return row;
}

/**
 * Transfers a hold (credits set aside) whose lease has ended to a new attempt of its call, with a new lease. Returns undefined
 * while the lease lasts or when the credits were spent or released.
 */
export async function takeOverHold(
  db: SqlStatementRunner,
  accountId: string,
  holdId: string,
): Promise<CreditHoldRow | undefined> {
  const [row] = await db.rows(
    sql<CreditHoldRow>`update account.hold set attempt = attempt + 1, lease_until = now() + ${LEASE}
      where account_id = ${accountId} and hold_id = ${holdId} and state = 'held' and lease_until < now()
      returning hold_id, attempt, amount`,
  );
  return row;
}

/**
 * Releases a hold: adds the credits that were set aside for an attempt to the balance again. Returns the idempotency key of the
 * paid call, which the caller frees, or undefined if the attempt is not the current one or the hold has ended.
 */
export async function releaseHold(
  tx: SqlStatementRunner,
  accountId: string,
  { holdId, attempt }: { readonly holdId: string; readonly attempt: number },
): Promise<string | undefined> {
  const [row] = await tx.rows(
    sql<{ idempotency_key: string }>`with ended as (
        update account.hold set state = 'released'
        where account_id = ${accountId} and hold_id = ${holdId} and attempt = ${attempt} and state = 'held'
        returning account_id, hold_id, amount, idempotency_key
      ), booked as (
        insert into account.ledger (account_id, kind, amount, ref)
        select account_id, 'release', amount, hold_id from ended
      )
      select idempotency_key from ended`,
  );
  return row?.idempotency_key;
}

/**
 * Releases the hold whose lease ended first: adds its credits to the balance again. Returns undefined when no lease has ended.
 * Several replicas may run it at the same time.
 */
export async function releaseExpiredHold(
  tx: SqlStatementRunner,
): Promise<{ readonly account_id: string; readonly idempotency_key: string } | undefined> {
  const [row] = await tx.rows(
    sql<{ account_id: string; idempotency_key: string }>`with ended as (
        update account.hold set state = 'released' where (account_id, hold_id) in (
          select account_id, hold_id from account.hold where state = 'held' and lease_until < now()
          order by lease_until limit 1 for update skip locked)
        returning account_id, hold_id, amount, idempotency_key
      ), booked as (
        insert into account.ledger (account_id, kind, amount, ref)
        select account_id, 'release', amount, hold_id from ended
      )
      select account_id, idempotency_key from ended`,
  );
  return row;
}

/**
 * Refunds the spent credits of a hold. Returns false when they were not spent (the hold was not captured), or were refunded
 * before.
 */
export async function refundHold(
  tx: SqlStatementRunner,
  accountId: string,
  holdId: string,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`with ended as (
        update account.hold set state = 'refunded'
        where account_id = ${accountId} and hold_id = ${holdId} and state = 'captured'
        returning account_id, hold_id, amount
      )
      insert into account.ledger (account_id, kind, amount, ref)
      select account_id, 'refund', amount, hold_id from ended returning 1 as booked`,
  );
  return rows.length === 1;
}

/**
 * Adds credits to an account. Returns false when credits with the same reference were added before. Throws a unique violation
 * when two calls with the same reference run at the same time.
 */
export async function insertGrant(
  tx: SqlStatementRunner,
  accountId: string,
  { amount, ref }: { readonly amount: number; readonly ref: string },
): Promise<boolean> {
  // A `before insert` trigger adds each ledger row to the balance.
  // With `on conflict do nothing` the trigger would run although the row is not inserted.
  const rows = await tx.rows(
    sql`insert into account.ledger (account_id, kind, amount, ref)
      select ${accountId}, 'grant', ${amount}::bigint, ${ref}
      where not exists (
        select from account.ledger where account_id = ${accountId} and kind = 'grant' and ref = ${ref})
      returning 1 as booked`,
  );
  return rows.length === 1;
}

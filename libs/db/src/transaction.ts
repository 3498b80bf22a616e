import {
  BackOff,
  BridgeError,
  durations,
  failpoint,
  isBridgeError,
  type Clock,
} from '@bridge/kernel';
import type pg from 'pg';
import { ANSWER_MS_MAX } from './patience.ts';
import { atCommit, beforeCommit, LOCK_NOT_AVAILABLE, mayRunAgain, sqlState } from './pg-errors.ts';
import { queryable, type Queryable } from './queryable.ts';

/** How long a statement waits for another transaction's row; the caller backs off without a connection. */
export const LOCK_TIMEOUT_MS = 250;
const STATEMENT_TIMEOUT_MS_MAX = 15_000;
/** Runs of one transaction that Postgres asks to repeat (40001, 40P01). */
const RUNS_MAX = 5;

const poolWait = durations(
  'db_pool_wait',
  'Time a transaction waits for a connection of its own.',
  [],
);

/** Limits of one transaction. */
export interface TransactionOptions {
  /** Absolute time in ms since the epoch after which nobody waits; bounds every statement. */
  readonly deadline?: number;
  /** Prefix of this transaction's failpoints, as `change`. */
  readonly failpoints?: string;
  /** True to try again, without a connection, while another transaction holds a row; until the deadline. */
  readonly waitForLocks?: boolean;
}

async function once<T>(
  client: pg.PoolClient,
  clock: Clock,
  options: TransactionOptions,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const left = (options.deadline ?? Number.POSITIVE_INFINITY) - clock.now();
  const statementMs = Math.max(1, Math.floor(Math.min(STATEMENT_TIMEOUT_MS_MAX, left)));
  let committing = false;
  try {
    // One round trip: the values are integers made here, never a caller's text. What a frozen process leaves open Postgres
    // ends, so that nobody waits for its locks.
    await client.query(
      `begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}; set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${ANSWER_MS_MAX}`,
    );
    const result = await work(queryable(client));
    if (options.failpoints !== undefined) await failpoint(`${options.failpoints}.before-commit`);
    committing = true;
    await client.query('commit');
    if (options.failpoints !== undefined) await failpoint(`${options.failpoints}.after-commit`);
    return result;
  } catch (error) {
    if (committing) throw atCommit(error);
    await client.query('rollback').catch(() => undefined);
    throw beforeCommit(error);
  }
}

/** Runs the transaction once, on a connection that is given up when it broke or does not answer. */
async function onConnection<T>(
  pool: pg.Pool,
  clock: Clock,
  options: TransactionOptions,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  let client: pg.PoolClient;
  const connected = poolWait.startTimer();
  try {
    client = await pool.connect();
    connected();
  } catch (error) {
    throw beforeCommit(error);
  }
  let broken = false;
  // Ending a client that waits for an answer cuts its connection; what it waits for is then told so.
  const dead = setTimeout(() => {
    broken = true;
    void client.end();
  }, ANSWER_MS_MAX);
  try {
    return await once(client, clock, options, work);
  } catch (error) {
    // A connection whose COMMIT had no answer is of no further use.
    broken ||= isBridgeError(error, 'outcome_unknown');
    throw error;
  } finally {
    clearTimeout(dead);
    client.release(broken);
  }
}

/**
 * Runs `work` in one READ COMMITTED transaction; again, up to five times, when Postgres asks for it. Throws
 * service_unavailable when the database is away (nothing stands), also when a row is held until the deadline of one that
 * waits for locks, and outcome_unknown when the answer to COMMIT was lost.
 */
export async function transaction<T>(
  pool: pg.Pool,
  clock: Clock,
  options: TransactionOptions,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const held = new BackOff(clock, options.deadline ?? Number.POSITIVE_INFINITY);
  for (let run = 1; ;) {
    try {
      return await onConnection(pool, clock, options, work);
    } catch (error) {
      if (options.waitForLocks === true && sqlState(error) === LOCK_NOT_AVAILABLE) {
        if (await held.pause()) continue;
        throw new BridgeError('service_unavailable', {}, { cause: error, retryAfterS: 1 });
      }
      if (!mayRunAgain(error) || run >= RUNS_MAX) throw error;
      run += 1;
    }
  }
}

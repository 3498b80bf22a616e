import {
  BackOff,
  BridgeError,
  durations,
  failpoint,
  isBridgeError,
  type Clock,
} from '@bridge/kernel';
import type pg from 'pg';
import {
  errorAtCommit,
  errorBeforeCommit,
  LOCK_NOT_AVAILABLE,
  isRepeatable,
  sqlState,
} from './pg-errors.ts';
import type { JournalPosition, OpenTransaction } from './effect/journal.ts';
import { ANSWER_MS_MAX } from './patience.ts';
import { queryable } from './queryable.ts';

/** Maximum wait of a statement for a row of another transaction, ms; the caller then backs off without a connection. */
export const LOCK_TIMEOUT_MS = 250;
const STATEMENT_TIMEOUT_MS_MAX = 15_000;
/** Maximum number of runs of one transaction that Postgres rolls back with 40001 or 40P01. */
const RUNS_MAX = 5;

const poolWait = durations(
  'db_pool_wait',
  'Time a transaction waits for a connection of its own.',
  [],
);

/** Limits of one transaction. */
export interface TransactionOptions {
  /** Absolute deadline in ms since the epoch, which bounds every statement. */
  readonly deadline?: number;
  /** Prefix of the failpoints of this transaction, such as `change`. */
  readonly failpoints?: string;
  /** True to retry until the deadline, without a connection, while another transaction holds a row. */
  readonly waitForLocks?: boolean;
}

/** The parts of a process that transactions use. */
export interface TransactionDependencies {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  /** Receives the journal rows of a transaction after its commit; must not throw. */
  readonly onJournalled: (rows: readonly JournalPosition[]) => void;
}

/** The result of a committed transaction and the journal rows it appended. */
interface CommittedTransaction<T> {
  readonly result: T;
  readonly appended: readonly JournalPosition[];
}

async function runOnce<T>(
  client: pg.PoolClient,
  clock: Clock,
  options: TransactionOptions,
  work: (tx: OpenTransaction) => Promise<T>,
): Promise<CommittedTransaction<T>> {
  const left = (options.deadline ?? Number.POSITIVE_INFINITY) - clock.now();
  const statementMs = Math.max(1, Math.floor(Math.min(STATEMENT_TIMEOUT_MS_MAX, left)));
  let committing = false;
  try {
    // All settings are sent in one round trip; the values are integers from this file, never text of a caller. Postgres
    // ends the transaction of a frozen process, so its locks do not stay.
    await client.query(
      `begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}; set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${ANSWER_MS_MAX}`,
    );
    const appended: JournalPosition[] = [];
    const result = await work({ ...queryable(client), appended });
    if (options.failpoints !== undefined) await failpoint(`${options.failpoints}.before-commit`);
    committing = true;
    await client.query('commit');
    if (options.failpoints !== undefined) await failpoint(`${options.failpoints}.after-commit`);
    return { result, appended };
  } catch (error) {
    if (committing) throw errorAtCommit(error);
    await client.query('rollback').catch(() => undefined);
    throw errorBeforeCommit(error);
  }
}

/** Runs the transaction once; a connection that broke or does not answer is closed. */
async function onConnection<T>(
  { pool, clock }: TransactionDependencies,
  options: TransactionOptions,
  work: (tx: OpenTransaction) => Promise<T>,
): Promise<CommittedTransaction<T>> {
  let client: pg.PoolClient;
  const connected = poolWait.startTimer();
  try {
    client = await pool.connect();
    connected();
  } catch (error) {
    throw errorBeforeCommit(error);
  }
  let broken = false;
  // Ending a client that waits for a reply cuts its connection, and its pending statement fails.
  const dead = setTimeout(() => {
    broken = true;
    void client.end();
  }, ANSWER_MS_MAX);
  try {
    return await runOnce(client, clock, options, work);
  } catch (error) {
    // A connection without a reply to COMMIT cannot be used again.
    broken ||= isBridgeError(error, 'outcome_unknown');
    throw error;
  } finally {
    clearTimeout(dead);
    client.release(broken);
  }
}

/**
 * Runs `work` in one READ COMMITTED transaction, up to five times when Postgres rolls it back with 40001 or 40P01. Throws
 * service_unavailable when the database is away or, with `waitForLocks`, when a row stays locked until the deadline;
 * nothing is written then. Throws outcome_unknown when the reply to COMMIT was lost.
 */
export async function transaction<T>(
  deps: TransactionDependencies,
  options: TransactionOptions,
  work: (tx: OpenTransaction) => Promise<T>,
): Promise<T> {
  const backOff = new BackOff(deps.clock, options.deadline ?? Number.POSITIVE_INFINITY);
  for (let run = 1; ;) {
    try {
      const { result, appended } = await onConnection(deps, options, work);
      if (appended.length > 0) deps.onJournalled(appended);
      return result;
    } catch (error) {
      if (options.waitForLocks === true && sqlState(error) === LOCK_NOT_AVAILABLE) {
        if (await backOff.pause()) continue;
        throw new BridgeError('service_unavailable', {}, { cause: error, retryAfterS: 1 });
      }
      if (!isRepeatable(error) || run >= RUNS_MAX) throw error;
      run += 1;
    }
  }
}

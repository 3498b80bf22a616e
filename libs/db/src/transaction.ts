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
import type { JournalRowReference, TransactionHandle } from './effect/journal.ts';
import { ANSWER_MS_MAX } from './patience.ts';
import { runnerOn } from './statement-runner.ts';

/** Maximum time that a statement waits for a row lock, ms. After that the caller waits without a connection and tries again. */
export const LOCK_TIMEOUT_MS = 250;
const STATEMENT_TIMEOUT_MS_MAX = 15_000;
/** Maximum number of attempts of a transaction that fails with SQLSTATE 40001 or 40P01. */
const RUNS_MAX = 5;

const poolWait = durations(
  'db_pool_wait',
  'Time a transaction waits for a connection of its own.',
  [],
);

/** Deadline, failpoints (named steps where tests inject faults) and lock behaviour of a transaction. */
export interface TransactionOptions {
  /** Time in ms since the Unix epoch at which every statement must have ended. */
  readonly deadline?: number;
  /** Prefix of the names of the transaction's failpoints (steps where tests inject faults), such as `change`. */
  readonly failpoints?: string;
  /** True to retry until the deadline while another transaction holds a row lock. */
  readonly waitForLocks?: boolean;
}

/** The dependencies of `transaction`: connection pool, clock and the callback for journal rows (audit log). */
export interface TransactionDependencies {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  /** Called after a commit with the journal rows that the transaction appended; must not throw. */
  readonly onJournalled: (rows: readonly JournalRowReference[]) => void;
}

/** The result of a committed transaction, and the journal rows (audit log) that it appended. */
interface CommitResultWithJournalRows<T> {
  readonly result: T;
  readonly appended: readonly JournalRowReference[];
}

async function runOnce<T>(
  client: pg.PoolClient,
  clock: Clock,
  options: TransactionOptions,
  work: (tx: TransactionHandle) => Promise<T>,
): Promise<CommitResultWithJournalRows<T>> {
  const left = (options.deadline ?? Number.POSITIVE_INFINITY) - clock.now();
  const statementMs = Math.max(1, Math.floor(Math.min(STATEMENT_TIMEOUT_MS_MAX, left)));
  let committing = false;
  try {
    // One round trip begins the transaction and sets its timeouts, which are integers and no text of a client.
    // The idle-in-transaction timeout releases the locks of a process that stopped responding.
    await client.query(
      `begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}; set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${ANSWER_MS_MAX}`,
    );
    const appended: JournalRowReference[] = [];
    const result = await work({ ...runnerOn(client), appended });
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

/**
 * Runs the transaction once on a pooled connection. Closes the connection when it broke, or when the transaction has not ended
 * after ANSWER_MS_MAX.
 */
async function onConnection<T>(
  { pool, clock }: TransactionDependencies,
  options: TransactionOptions,
  work: (tx: TransactionHandle) => Promise<T>,
): Promise<CommitResultWithJournalRows<T>> {
  let client: pg.PoolClient;
  const connected = poolWait.startTimer();
  try {
    client = await pool.connect();
    connected();
  } catch (error) {
    throw errorBeforeCommit(error);
  }
  let broken = false;
  // `end` closes the connection even while a statement is pending; that statement then fails.
  const dead = setTimeout(() => {
    broken = true;
    void client.end();
  }, ANSWER_MS_MAX);
  try {
    return await runOnce(client, clock, options, work);
  } catch (error) {
    // After a lost reply to COMMIT the state of the connection is unknown, so it is closed.
    broken ||= isBridgeError(error, 'outcome_unknown');
    throw error;
  } finally {
    clearTimeout(dead);
    client.release(broken);
  }
}

/**
 * Runs `work` in a READ COMMITTED transaction, up to five times on SQLSTATE 40001 or 40P01. Throws service_unavailable, with
 * nothing written, when the database is unavailable or a row stayed locked until the deadline. Throws outcome_unknown when
 * COMMIT got no reply.
 */
export async function transaction<T>(
  deps: TransactionDependencies,
  options: TransactionOptions,
  work: (tx: TransactionHandle) => Promise<T>,
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

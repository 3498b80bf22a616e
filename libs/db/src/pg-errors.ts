import { BridgeError, errorCodeOf, isBridgeError } from '@bridge/kernel';

/** Matches a SQLSTATE: five characters with at least one digit, unlike `EPIPE`. */
const SQLSTATE = /^(?=.*[0-9])[0-9A-Z]{5}$/;

/** Returns the SQLSTATE of a Postgres error; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  const code = errorCodeOf(error);
  return SQLSTATE.test(code) ? code : undefined;
}

/** SQLSTATE of a lock timeout: another transaction holds the row, and this one was rolled back. */
export const LOCK_NOT_AVAILABLE = '55P03';
/** SQLSTATE of a violated unique constraint. */
export const UNIQUE_VIOLATION = '23505';
/** SQLSTATEs of a serialization failure and of a deadlock. After both the transaction can be repeated. */
const RETRY_STATES = new Set(['40001', '40P01']);
/**
 * SQLSTATEs of a server that is starting, stopping or has no free connection, or that closed this connection. Before COMMIT
 * nothing was written; at COMMIT the outcome is unknown.
 */
const AWAY_STATES = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08003',
  '08006',
  '08001',
  '08004',
  // Idle-in-transaction timeout: the server ended the transaction.
  '25P03',
]);
const QUERY_CANCELED = '57014';
/** SQLSTATEs of a full disk and of exhausted memory. After these errors nothing was written. */
const DISK_FULL = '53100';
const OUT_OF_MEMORY = '53200';

/** True when the error is a serialization failure or a deadlock, so the transaction may succeed if it is run again. */
export function isRepeatable(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && RETRY_STATES.has(state);
}

/** Matches the messages of `pg` for a connection that broke, timed out or could not be opened. */
const LOST =
  /connection|terminat|timeout exceeded|timeout expired|query read timeout|not queryable/i;
/** True for a network or client error, which has no SQLSTATE. */
function isLostConnection(error: unknown): boolean {
  return (
    error instanceof Error && (/^E[A-Z]+$/.test(errorCodeOf(error)) || LOST.test(error.message))
  );
}

/** True when the error means that the database server, or the connection to it, is unavailable. */
export function isAway(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined ? isLostConnection(error) : AWAY_STATES.has(state);
}

/**
 * Converts an error of a statement before COMMIT, when nothing was written. The result is service_unavailable for an
 * unavailable database, a full disk, exhausted memory or a statement timeout; any other error is returned unchanged.
 */
export function errorBeforeCommit(error: unknown): unknown {
  if (isBridgeError(error)) return error;
  const state = sqlState(error);
  if (state === DISK_FULL) return databaseDiskFull(error);
  return isAway(error) || state === QUERY_CANCELED || state === OUT_OF_MEMORY
    ? new BridgeError('service_unavailable', { part: 'database' }, { cause: error, retryAfterS: 1 })
    : error;
}

/** Makes the error service_unavailable for a database whose disk is full. Nothing was written. */
export function databaseDiskFull(cause: unknown): BridgeError {
  return new BridgeError(
    'service_unavailable',
    { part: 'database', reason: 'disk_full' },
    { cause, retryAfterS: 5 },
  );
}

/**
 * Converts an error of COMMIT. When the running server reported the error, nothing was written. When the connection or the
 * reply was lost, the result is outcome_unknown.
 */
export function errorAtCommit(error: unknown): unknown {
  const state = sqlState(error);
  if (state !== undefined && !AWAY_STATES.has(state)) return errorBeforeCommit(error);
  return new BridgeError('outcome_unknown', {}, { cause: error });
}

import { BridgeError, isBridgeError } from '@bridge/kernel';

/** Matches the code of a Postgres error. Every such code has a digit; `EPIPE`, of the same length, has none. */
const SQLSTATE = /^(?=.*[0-9])[0-9A-Z]{5}$/;

/** Returns the SQLSTATE of an error of the server, undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' && SQLSTATE.test(error.code) ? error.code : undefined;
}

/** SQLSTATE: another transaction holds the row, and this one was rolled back. */
export const LOCK_NOT_AVAILABLE = '55P03';
/** SQLSTATE: a unique constraint refused the row. */
export const UNIQUE_VIOLATION = '23505';
/** SQLSTATEs of a serialization failure and of a deadlock: the whole transaction may be run again. */
const RETRY_STATES = new Set(['40001', '40P01']);
/**
 * SQLSTATEs of a server that is starting, stopping or full, or that cut the connection; nothing of this transaction was
 * written.
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
  // The server ended a transaction that was idle for too long.
  '25P03',
]);
const QUERY_CANCELED = '57014';
/** SQLSTATEs of a server whose disk or memory is full; nothing of the transaction was written. */
const DISK_FULL = '53100';
const OUT_OF_MEMORY = '53200';

/** True when running the transaction again may succeed. */
export function isRepeatable(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && RETRY_STATES.has(state);
}

/** Matches messages of the client library for a connection that broke, does not answer or could not be opened. */
const LOST =
  /connection|terminat|timeout exceeded|timeout expired|query read timeout|not queryable/i;
/** True for an error of the network or of the client library, which carries no SQLSTATE. */
function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code))
    return true;
  return LOST.test(error.message);
}

/** True when the server, or this connection to it, is away. */
export function isAway(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined ? isLostConnection(error) : AWAY_STATES.has(state);
}

/**
 * Returns the error of the catalogue for a statement that failed before COMMIT was sent: nothing was applied. Errors of
 * a database that is not away are returned unchanged.
 */
export function errorBeforeCommit(error: unknown): unknown {
  if (isBridgeError(error)) return error;
  const state = sqlState(error);
  if (state === DISK_FULL) return databaseDiskFull(error);
  return isAway(error) || state === QUERY_CANCELED || state === OUT_OF_MEMORY
    ? new BridgeError('service_unavailable', { part: 'database' }, { cause: error, retryAfterS: 1 })
    : error;
}

/** Makes the error for a full disk of the database; nothing was written. */
export function databaseDiskFull(cause: unknown): BridgeError {
  return new BridgeError(
    'service_unavailable',
    { part: 'database', reason: 'disk_full' },
    { cause, retryAfterS: 5 },
  );
}

/**
 * Returns the error after COMMIT was sent: a refusal of the server means that nothing was applied, a lost reply means
 * that the outcome is unknown.
 */
export function errorAtCommit(error: unknown): unknown {
  const state = sqlState(error);
  if (state !== undefined && !AWAY_STATES.has(state)) return errorBeforeCommit(error);
  return new BridgeError('outcome_unknown', {}, { cause: error });
}

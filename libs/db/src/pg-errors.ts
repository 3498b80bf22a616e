import { BridgeError, isBridgeError } from '@bridge/kernel';

/** Every SQLSTATE of Postgres has a digit; `EPIPE`, of the same length, has none. */
const SQLSTATE = /^(?=.*[0-9])[0-9A-Z]{5}$/;

/** SQLSTATE of an error of the server, undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' && SQLSTATE.test(error.code) ? error.code : undefined;
}

/** Another transaction holds the row; this one was rolled back. */
export const LOCK_NOT_AVAILABLE = '55P03';
/** A unique constraint refused the row. */
export const UNIQUE_VIOLATION = '23505';
/** Serialization failure and deadlock: the whole transaction may be run again. */
const RETRY_STATES = new Set(['40001', '40P01']);
/** The server is starting, stopping or full, or it cut the connection; nothing of this transaction was written. */
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
  // The server ended an idle transaction.
  '25P03',
]);
const QUERY_CANCELED = '57014';
/** The disk or the memory of the server is full; nothing of the transaction was written. */
const DISK_FULL = '53100';
const OUT_OF_MEMORY = '53200';

/** True when running the transaction again may succeed. */
export function isRepeatable(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && RETRY_STATES.has(state);
}

/** Messages of the client library for a connection that broke, is silent or could not be opened. */
const LOST =
  /connection|terminat|timeout exceeded|timeout expired|query read timeout|not queryable/i;
/** Errors of the network and of the client library carry no SQLSTATE. */
function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code))
    return true;
  return LOST.test(error.message);
}

/** True when the server is away, or this connection to it. */
export function isAway(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined ? isLostConnection(error) : AWAY_STATES.has(state);
}

/**
 * The error of the catalogue for a statement that failed before COMMIT was sent: nothing was applied. Errors of a database
 * that is not away are returned unchanged.
 */
export function errorBeforeCommit(error: unknown): unknown {
  if (isBridgeError(error)) return error;
  const state = sqlState(error);
  if (state === DISK_FULL) return databaseDiskFull(error);
  return isAway(error) || state === QUERY_CANCELED || state === OUT_OF_MEMORY
    ? new BridgeError('service_unavailable', { part: 'database' }, { cause: error, retryAfterS: 1 })
    : error;
}

/** The error when the disk of the database is full; nothing was written. */
export function databaseDiskFull(cause: unknown): BridgeError {
  return new BridgeError(
    'service_unavailable',
    { part: 'database', reason: 'disk_full' },
    { cause, retryAfterS: 5 },
  );
}

/** The error after COMMIT was sent: a refusal of the server means nothing was applied, a lost reply means unknown. */
export function errorAtCommit(error: unknown): unknown {
  const state = sqlState(error);
  if (state !== undefined && !AWAY_STATES.has(state)) return errorBeforeCommit(error);
  return new BridgeError('outcome_unknown', {}, { cause: error });
}

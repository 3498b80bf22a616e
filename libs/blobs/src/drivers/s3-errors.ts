import { storeAway } from '../blob-store.ts';

/** A missing object is NotFound from stat and NoSuchKey from get; the first put makes the bucket. */
const MISSING = new Set(['NotFound', 'NoSuchKey', 'NoSuchBucket']);
/** Error codes of a kept-alive connection that the store closed; every request of the driver may be sent twice. */
const STALE_CONNECTION = new Set(['ECONNRESET', 'EPIPE']);

/** Code of an error of the store (`NoSuchKey`) or of the system, empty for any other error. */
export function storeCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** True when the store closed the connection without a response. */
export function isHungUp(error: unknown): boolean {
  return STALE_CONNECTION.has(storeCode(error));
}

/** Runs a request, and again when its kept-alive connection was closed. */
export async function twiceWhenStale<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isHungUp(error)) throw error;
    return work();
  }
}

/** Runs a request; null for a missing object, service_unavailable for any other failure. */
export async function requestOrNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await twiceWhenStale(work);
  } catch (error) {
    if (MISSING.has(storeCode(error))) return null;
    throw storeAway(error);
  }
}

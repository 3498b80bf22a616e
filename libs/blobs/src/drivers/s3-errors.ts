import { storeAway } from '../blob-store.ts';

/** Error codes of a missing object: NotFound from stat, NoSuchKey from get, NoSuchBucket before the first put. */
const MISSING = new Set(['NotFound', 'NoSuchKey', 'NoSuchBucket']);
/** Error codes of a kept-alive connection that the store closed; every request of the driver may be sent twice. */
const STALE_CONNECTION = new Set(['ECONNRESET', 'EPIPE']);

/** Returns the code of an error of the store (`NoSuchKey`) or of the system, an empty text for any other error. */
export function storeCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** True when the store closed the connection without a response. */
export function isHungUp(error: unknown): boolean {
  return STALE_CONNECTION.has(storeCode(error));
}

/** Runs a request, and repeats it when its kept-alive connection was closed. */
export async function twiceWhenStale<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isHungUp(error)) throw error;
    return work();
  }
}

/** Runs a request; returns null for a missing object, throws service_unavailable for any other failure. */
export async function requestOrNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await twiceWhenStale(work);
  } catch (error) {
    if (MISSING.has(storeCode(error))) return null;
    throw storeAway(error);
  }
}

import { storeAway } from '../blob-store.ts';

/** A missing object is NotFound from stat and NoSuchKey from get; a bucket is made with the first put. */
const MISSING = new Set(['NotFound', 'NoSuchKey', 'NoSuchBucket']);
/** A kept connection that the other side closed; every request of the driver may be sent twice. */
const STALE_CONNECTION = new Set(['ECONNRESET', 'EPIPE']);

/** Code of an answer of the store (`NoSuchKey`) or of a system error, empty for anything else. */
export function storeCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** True when the other side closed the connection instead of answering. */
export function isHungUp(error: unknown): boolean {
  return STALE_CONNECTION.has(storeCode(error));
}

/** Runs a request, and once more when its kept connection turned out to be closed. */
export async function twiceWhenStale<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isHungUp(error)) throw error;
    return work();
  }
}

/** Runs a request; a missing object is null, any other failure means that the store cannot be used. */
export async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await twiceWhenStale(work);
  } catch (error) {
    if (MISSING.has(storeCode(error))) return null;
    throw storeAway(error);
  }
}

import { errorCodeOf } from '@bridge/kernel';
import { storeAway } from '../blob-store.ts';

/** S3 error codes of a missing object, as a stat request, a get request and a bucket that does not exist yet return them. */
const MISSING = new Set(['NotFound', 'NoSuchKey', 'NoSuchBucket']);
/** Error codes of a request on a keep-alive connection that the store had closed already. Such a request can be sent again. */
const STALE_CONNECTION = new Set(['ECONNRESET', 'EPIPE']);

/** True when the connection was closed before a response arrived. */
export function isHungUp(error: unknown): boolean {
  return STALE_CONNECTION.has(errorCodeOf(error));
}

/** Runs a request and repeats it once when the store had closed the keep-alive connection. */
export async function twiceWhenStale<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isHungUp(error)) throw error;
    return work();
  }
}

/** Runs a request. Returns null for a missing object; throws service_unavailable for other failures. */
export async function requestOrNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await twiceWhenStale(work);
  } catch (error) {
    if (MISSING.has(errorCodeOf(error))) return null;
    throw storeAway(error);
  }
}

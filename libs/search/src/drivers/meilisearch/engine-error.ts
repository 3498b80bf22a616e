import { MeilisearchApiError } from 'meilisearch';
import { SearchEngineError } from '../../search-engine-error.ts';

/** HTTP statuses after which a request may succeed if it is repeated. */
const BUSY = [429, 503];

/** An error response of Meilisearch to a request sent with `fetch` instead of the client library. */
export class MeilisearchRequestError extends Error {
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, code: string | undefined) {
    super(`the engine answered with ${status}`);
    this.status = status;
    this.code = code;
  }
}

/** Converts an error response of Meilisearch to a SearchEngineError. */
function refusalOf(status: number, code?: string, cause?: unknown): SearchEngineError {
  if (status === 401 || status === 403) {
    return new SearchEngineError(
      'wrong_key',
      'The search engine refuses the key. Set BRIDGE_MEILI_KEY to a key with the rights that archive prepare gives.',
      { cause },
    );
  }
  if (code === 'index_not_found') {
    return new SearchEngineError('no_index', 'The search engine has no archive yet. Import one.', {
      cause,
    });
  }
  if (code === 'no_space_left_on_device') {
    return new SearchEngineError(
      'disk_full',
      'The disk of the search engine is full. The serving index is unchanged. Free space and run the import again with --resume.',
      { cause },
    );
  }
  const sentence = `The search engine answered with ${status}${code === undefined ? '' : ` (${code})`}.`;
  return new SearchEngineError(BUSY.includes(status) ? 'slow' : 'failed', sentence, { cause });
}

/** True for a timeout, which the client library wraps in another error. */
function isTimeout(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return /time ?out|abort/i.test(`${cause.name} ${cause.message}`) || isTimeout(cause.cause);
}

/** Converts any failure of Meilisearch to a SearchEngineError with a sentence for the operator. */
export function engineErrorOf(cause: unknown): SearchEngineError {
  if (cause instanceof SearchEngineError) return cause;
  const answer = answerOf(cause);
  if (answer !== null) return refusalOf(answer.status, answer.code, cause);
  return isTimeout(cause)
    ? new SearchEngineError('slow', 'The search engine does not answer in time.', { cause })
    : new SearchEngineError('unreachable', 'The search engine cannot be reached.', { cause });
}

/** True for Meilisearch's answer that a task does not exist or that the API key may not see it. */
export function isUnknownTask(error: unknown): boolean {
  return error instanceof SearchEngineError && answerOf(error.cause)?.code === 'task_not_found';
}

/**
 * Classifies a failure for a retry: `refused` when Meilisearch did not execute the request, `unknown` when it may have (then
 * only idempotent requests are repeated), null when a retry would fail again.
 */
export function classifyRetry(cause: unknown): 'refused' | 'unknown' | null {
  const error = engineErrorOf(cause);
  if (error.reason !== 'slow' && error.reason !== 'failed') return null;
  const answer = answerOf(cause);
  if (answer === null) return isTimeout(cause) ? 'unknown' : null;
  if (BUSY.includes(answer.status)) return 'refused';
  return answer.status >= 500 ? 'unknown' : null;
}

/** Returns status and code of an error response; null for another failure. */
function answerOf(cause: unknown): Pick<MeilisearchRequestError, 'status' | 'code'> | null {
  if (cause instanceof MeilisearchRequestError) return cause;
  return cause instanceof MeilisearchApiError
    ? { status: cause.response.status, code: cause.cause?.code }
    : null;
}

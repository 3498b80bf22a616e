import { MeilisearchApiError } from 'meilisearch';
import { SearchFault } from '../../search-fault.ts';

/** Answers that say that nothing was done, and that the same request may succeed a moment later. */
const BUSY = [429, 503];

/** An answer that is none, of a request that the client library did not make. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, code: string | undefined) {
    super(`the engine answered with ${status}`);
    this.status = status;
    this.code = code;
  }
}

/** What an answer of the engine with this status means. */
function refusalOf(status: number, code?: string, cause?: unknown): SearchFault {
  if (status === 401 || status === 403) {
    return new SearchFault(
      'wrong_key',
      'The search engine refuses the key: BRIDGE_MEILI_KEY needs the rights of this service.',
      { cause },
    );
  }
  if (code === 'index_not_found') {
    return new SearchFault('no_index', 'The search engine has no archive yet: import one.', {
      cause,
    });
  }
  if (code === 'no_space_left_on_device') {
    return new SearchFault(
      'disk_full',
      'The disk of the search engine is full; the index that serves is untouched.',
      { cause },
    );
  }
  const said = `The search engine answered with ${status}${code === undefined ? '' : ` (${code})`}.`;
  return new SearchFault(BUSY.includes(status) ? 'slow' : 'failed', said, { cause });
}

/** The client wraps a time-out in a failed request, whose words say nothing of it. */
function isSlow(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return /time ?out|abort/i.test(`${cause.name} ${cause.message}`) || isSlow(cause.cause);
}

/** Any failure of the engine as one for the operator. */
export function engineFault(cause: unknown): SearchFault {
  if (cause instanceof SearchFault) return cause;
  const answer = answerOf(cause);
  if (answer !== null) return refusalOf(answer.status, answer.code, cause);
  return isSlow(cause)
    ? new SearchFault('slow', 'The search engine does not answer in time.', { cause })
    : new SearchFault('unreachable', 'The search engine cannot be reached.', { cause });
}

/**
 * Whether a request may be sent again after this failure: `refused` when nothing was done, `unknown` when it may have been
 * done, so that only what does the same twice is sent again; null when it would fail again.
 */
export function repeatable(cause: unknown): 'refused' | 'unknown' | null {
  const fault = engineFault(cause);
  if (fault.reason !== 'slow' && fault.reason !== 'failed') return null;
  const answer = answerOf(cause);
  if (answer === null) return isSlow(cause) ? 'unknown' : null;
  if (BUSY.includes(answer.status)) return 'refused';
  return answer.status >= 500 ? 'unknown' : null;
}

/** What the engine answered, when the failure is an answer. */
function answerOf(cause: unknown): Pick<Refused, 'status' | 'code'> | null {
  if (cause instanceof Refused) return cause;
  return cause instanceof MeilisearchApiError
    ? { status: cause.response.status, code: cause.cause?.code }
    : null;
}

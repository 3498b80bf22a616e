import { MeilisearchApiError } from 'meilisearch';
import { SearchFault } from '../../search-fault.ts';

/** Answers after which the same request may succeed a moment later. */
const BUSY = [429, 503];

/** What an answer of the engine with this status means. */
export function refusalOf(status: number, code?: string, cause?: unknown): SearchFault {
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
  if (cause instanceof MeilisearchApiError)
    return refusalOf(cause.response.status, cause.cause?.code, cause);
  return isSlow(cause)
    ? new SearchFault('slow', 'The search engine does not answer in time.', { cause })
    : new SearchFault('unreachable', 'The search engine cannot be reached.', { cause });
}

import { QueryClient } from '@tanstack/react-query';
import { ServiceRequestError } from './client.ts';

declare module '@tanstack/react-query' {
  /**
   * Makes ServiceRequestError the error type of all queries. TanStack Query declares this interface to be extended in this way.
   */
  interface Register {
    defaultError: ServiceRequestError;
  }
}

/** Maximum number of times that a failed read is repeated automatically before its component shows the error. */
const READ_RETRIES_MAX = 2;
/** Age in ms up to which a cached value is shown without reading it again when a screen opens. */
const FRESH_MS = 5_000;
const RETRY_MS = 1_000;

/**
 * Returns true for a failure after which the same read may succeed later: the service named a delay, or was unavailable or
 * unreachable.
 */
function isPassing({ retry, status }: ServiceRequestError): boolean {
  return retry === 'after_seconds' || status === 503 || status === 0;
}

/** Creates the console's cache of query results. Live events from the service mark its values as outdated. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (count, refusal) => count < READ_RETRIES_MAX && isPassing(refusal),
        retryDelay: (count, { retryAfterS }) =>
          retryAfterS === null ? RETRY_MS * (count + 1) : retryAfterS * 1_000,
      },
    },
  });
}

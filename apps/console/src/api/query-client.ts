import { QueryClient } from '@tanstack/react-query';
import { Refusal } from './client.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Refusal;
  }
}

/** A read is repeated this often by itself before its block shows the refusal. */
const READ_RETRIES_MAX = 2;
/** A value that is younger is not read again when a screen opens. */
const FRESH_MS = 5_000;
const RETRY_MS = 1_000;

/** Returns true for a refusal of a read that the same read may cure. */
function isPassing({ retry, status }: Refusal): boolean {
  return retry === 'after_seconds' || status === 503 || status === 0;
}

/** Makes the one cache of the console, which live events invalidate. */
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

import { countRefusals, type DatabaseClient, type RefusedCallCount } from '@bridge/db';
import { ERRORS, type ErrorCode } from '@bridge/contracts';
import type { Clock, Logger } from '@bridge/kernel';
import type { Principal } from '../dispatch.ts';

/** Interval in ms at which the counts are written to the database. It is short because an open console shows them. */
const FLUSH_MS = 1_000;
const MINUTE_MS = 60_000;
/**
 * Maximum number of different combinations of key, action, error code and minute between two writes. Refusals of further
 * combinations are not counted.
 */
const KINDS_MAX = 10_000;

/** Counts refused calls by key, action, error code and minute, and writes the counts in the background. */
export interface RefusedCallCounter {
  /** @param action the name of an action or surface, never a text of the client */
  count(principal: Principal, action: string, code: ErrorCode): void;
  close(): Promise<void>;
}

/** Opens the counter of refused calls. A server error (5xx) does not count as a refusal. */
export function openRefusalCounts(
  db: DatabaseClient,
  clock: Clock,
  log: Logger,
): RefusedCallCounter {
  let counts = new Map<string, { -readonly [K in keyof RefusedCallCount]: RefusedCallCount[K] }>();
  const flush = async (): Promise<void> => {
    if (counts.size === 0) return;
    const due = [...counts.values()];
    counts = new Map();
    await countRefusals(db, due).catch((error: unknown) =>
      log.warn({ err: error }, 'refusals_not_written'),
    );
  };
  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();
  return {
    count: ({ accountId, keyId }, action, code) => {
      if (keyId === null || ERRORS[code].status >= 500) return;
      const minuteMs = Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS;
      const kind = `${keyId} ${action} ${code} ${minuteMs}`;
      const found = counts.get(kind);
      if (found !== undefined) found.n += 1;
      else if (counts.size < KINDS_MAX)
        counts.set(kind, { accountId, keyId, action, code, minute: new Date(minuteMs), n: 1 });
    },
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}

import { countRefusals, type Db, type Refusals } from '@bridge/db';
import { ERRORS, type ErrorCode } from '@bridge/contracts';
import type { Clock, Logger } from '@bridge/kernel';
import type { Principal } from '../dispatch.ts';

const FLUSH_MS = 5_000;
const MINUTE_MS = 60_000;
/** Different (key, action, code) of one flush; beyond it a flood of kinds is not counted further. */
const KINDS_MAX = 10_000;

/** Counts refused calls of known keys per minute and writes the counts in the background. */
export interface RefusalCounts {
  /** Counts one refusal; `action` is an action's own name or a route's, never a caller's text. */
  count(who: Principal, action: string, code: ErrorCode): void;
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Starts counting. What went wrong on our side (5xx) is no refusal. */
export function openRefusalCounts(db: Db, clock: Clock, log: Logger): RefusalCounts {
  let counts = new Map<string, { -readonly [K in keyof Refusals]: Refusals[K] }>();
  const flush = async (): Promise<void> => {
    if (counts.size === 0) return;
    const due = [...counts.values()];
    counts = new Map();
    await countRefusals(db, due);
  };
  const flushQuietly = async (): Promise<void> =>
    flush().catch((error: unknown) => log.warn({ err: error }, 'refusals were not counted'));
  const timer = setInterval(() => void flushQuietly(), FLUSH_MS);
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
    flush,
    close: async () => {
      clearInterval(timer);
      await flushQuietly();
    },
  };
}

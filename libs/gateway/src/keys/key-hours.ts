import type { DatabaseClient } from '@bridge/db';
import type { Clock, Logger } from '@bridge/kernel';
import type { Principal } from '../dispatch.ts';
import { addKeyHours, type HourlyKeyCallCountsRow } from './key-hour.store.ts';

const HOURS_FLUSH_MS = 10_000;
const HOUR_MS = 3_600_000;
/**
 * Maximum number of different combinations of key, hour and action between two writes. Calls of further combinations are not
 * counted.
 */
const HOUR_KINDS_MAX = 10_000;

/** Counts the calls of keys by hour and action, and writes the counts in the background. Spec: keys.hours. */
export interface HourlyKeyCallCounter {
  /** @param action the name of an action, method or surface, never a text of the client */
  count(principal: Principal, action: string, isAnswered: boolean): void;
  close(): Promise<void>;
}

/** Opens the counter of keys’ calls by hour. Its counts are approximate: those whose write fails are lost. */
export function openKeyHours(db: DatabaseClient, clock: Clock, log: Logger): HourlyKeyCallCounter {
  let counts = new Map<
    string,
    { -readonly [K in keyof HourlyKeyCallCountsRow]: HourlyKeyCallCountsRow[K] }
  >();
  const flush = async (): Promise<void> => {
    const due = [...counts.values()];
    counts = new Map();
    await addKeyHours(db, due).catch((error: unknown) =>
      log.warn({ err: error }, 'key_hours_not_written'),
    );
  };
  const timer = setInterval(() => void flush(), HOURS_FLUSH_MS);
  timer.unref();
  return {
    count: ({ accountId, keyId }, action, isAnswered) => {
      if (keyId === null) return;
      const hourMs = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
      const kind = `${keyId} ${hourMs} ${action}`;
      let found = counts.get(kind);
      if (found === undefined) {
        if (counts.size >= HOUR_KINDS_MAX) return;
        const hour = new Date(hourMs).toISOString();
        found = { account_id: accountId, key_id: keyId, hour, action, answered: 0, refused: 0 };
        counts.set(kind, found);
      }
      if (isAnswered) found.answered += 1;
      else found.refused += 1;
    },
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}

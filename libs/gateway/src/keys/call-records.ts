import type { DatabaseClient } from '@bridge/db';
import type { Clock, Logger } from '@bridge/kernel';
import { openRefusalCounts, type RefusedCallCounter } from '../admission/refusal-counts.ts';
import type { KeyUseBroadcaster } from '../live/key-uses.ts';
import { openKeyHours, type HourlyKeyCallCounter } from './key-hours.ts';
import { openKeyUsage, type KeyUsageRecorder } from './key-usage.ts';

/** The recorders that count and report the calls of agent keys. They write in the background and delay no call. */
export interface KeyCallRecorders {
  readonly usage: KeyUsageRecorder;
  readonly refusals: RefusedCallCounter;
  readonly hours: HourlyKeyCallCounter;
  readonly uses: KeyUseBroadcaster;
}

/** Opens the counters of calls by key; `close` writes the counts in memory to the database. */
export function openCallRecords(
  { db, clock, log }: { readonly db: DatabaseClient; readonly clock: Clock; readonly log: Logger },
  uses: KeyUseBroadcaster,
): KeyCallRecorders & { close(): Promise<void> } {
  const usage = openKeyUsage(db, clock, log);
  const refusals = openRefusalCounts(db, clock, log);
  const hours = openKeyHours(db, clock, log);
  return {
    usage,
    refusals,
    hours,
    uses,
    close: async () => {
      await Promise.all([usage.close(), refusals.close(), hours.close()]);
    },
  };
}

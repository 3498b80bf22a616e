import { type DatabaseClient, sql } from '@bridge/db';
import type { Clock, Logger } from '@bridge/kernel';
import type { Principal } from '../dispatch.ts';

/**
 * Interval in ms at which the uses of keys are written to the database, except those of keys written within the last minute.
 */
const CHECK_EVERY_MS = 1_000;
/** Minimum interval in ms between two writes of one key’s use. Spec: keys.last-use. */
const WRITE_EVERY_MS = 60_000;

/** The uses of one key that are not written to the database yet. */
interface UnwrittenKeyUses {
  readonly accountId: string;
  action: string;
  at: number;
  count: number;
}

/** Records the last time, last action and number of uses of keys, in the background. */
export interface KeyUsageRecorder {
  /** Records one use of a key. Calls of an owner have no key and are ignored. */
  record(who: Principal, action: string): void;
  close(): Promise<void>;
}

/**
 * Opens the recorder of key uses. A first use is written within a second, so that an owner soon sees that a new key
 * works.
 */
export function openKeyUsage(db: DatabaseClient, clock: Clock, log: Logger): KeyUsageRecorder {
  const uses = new Map<string, UnwrittenKeyUses>();
  const writtenAt = new Map<string, number>();

  /** Writes the uses of keys whose previous write is at least a minute ago; with `isLast` writes all uses. */
  const flush = async (isLast = false): Promise<void> => {
    const now = clock.now();
    for (const [keyId, at] of writtenAt) if (now - at >= WRITE_EVERY_MS) writtenAt.delete(keyId);
    const due = [...uses].filter(([keyId]) => isLast || !writtenAt.has(keyId));
    if (due.length === 0) return;
    for (const [keyId] of due) {
      uses.delete(keyId);
      writtenAt.set(keyId, now);
    }
    const rows = due.map(([keyId, use]) => ({
      account_id: use.accountId,
      key_id: keyId,
      action: use.action,
      at: new Date(use.at),
      n: use.count,
    }));
    await db.rows(
      sql`update gateway.key k set use_count = k.use_count + x.n,
          last_used_action = case when k.last_used_at >= x.at then k.last_used_action else x.action end,
          last_used_at = greatest(k.last_used_at, x.at)
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as x(account_id text, key_id text, action text, at timestamptz, n integer)
        where k.account_id = x.account_id and k.key_id = x.key_id`,
    );
  };
  // `use_count` is approximate: uses whose write fails are lost.
  const flushQuietly = (): void =>
    void flush().catch((error: unknown) => log.debug({ err: error }, 'key_usage_not_written'));
  const timer = setInterval(flushQuietly, CHECK_EVERY_MS);
  timer.unref();

  return {
    record: ({ accountId, keyId }, action) => {
      if (keyId === null) return;
      const use = uses.get(keyId) ?? { accountId, action, at: 0, count: 0 };
      use.action = action;
      use.at = clock.now();
      use.count += 1;
      uses.set(keyId, use);
    },
    close: async () => {
      clearInterval(timer);
      await flush(true).catch((error: unknown) =>
        log.warn({ err: error }, 'key_usage_not_written'),
      );
    },
  };
}

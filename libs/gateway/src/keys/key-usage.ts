import { type Db, sql } from '@bridge/db';
import type { Clock, Logger } from '@bridge/kernel';
import type { Principal } from '../dispatch.ts';

/** How often it is looked whether anything is to be written down. */
const TICK_MS = 1_000;
/** A key's use is written at most this often. Spec: keys.last-use. */
const WRITE_EVERY_MS = 60_000;

interface Use {
  readonly accountId: string;
  action: string;
  at: number;
  count: number;
}

/** Writes down when, for what and how often keys are used, in the background: never on a request's path. */
export interface KeyUsage {
  /** Notes one use; the owner's own calls have no key and are passed over. */
  note(who: Principal, action: string): void;
  /** Writes what is due; everything, when `isLast`. */
  flush(isLast?: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Starts the notebook. A first use is written within a second, so that an owner sees a new key work. */
export function openKeyUsage(db: Db, clock: Clock, log: Logger): KeyUsage {
  const uses = new Map<string, Use>();
  const writtenAt = new Map<string, number>();

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
  // A count that is lost with the database is only less exact.
  const flushQuietly = (): void =>
    void flush().catch((error: unknown) => log.debug({ err: error }, 'key usage was not written'));
  const timer = setInterval(flushQuietly, TICK_MS);
  timer.unref();

  return {
    note: ({ accountId, keyId }, action) => {
      if (keyId === null) return;
      const use = uses.get(keyId) ?? { accountId, action, at: 0, count: 0 };
      use.action = action;
      use.at = clock.now();
      use.count += 1;
      uses.set(keyId, use);
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await flush(true).catch((error: unknown) =>
        log.warn({ err: error }, 'key usage was not written'),
      );
    },
  };
}

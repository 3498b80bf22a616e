import { releaseKey, type DatabaseClient } from '@bridge/db';
import { repeatPass, type CommonModuleDeps } from '@bridge/kernel';
import { releaseExpiredHold } from './hold.store.ts';

const HOLDS_EVERY_MS = 10_000;
const HOLDS_MAX = 1_000;

/**
 * Releases up to 1,000 holds (credits set aside for paid calls) whose leases have ended because their processes stopped, each
 * in its own transaction. Returns their number.
 */
export async function sweepHolds(db: DatabaseClient): Promise<number> {
  for (let released = 0; ; released += 1) {
    const found =
      released < HOLDS_MAX &&
      (await db.transaction({ failpoints: 'credits-sweep', waitForLocks: true }, async (tx) => {
        const ended = await releaseExpiredHold(tx);
        if (ended === undefined) return false;
        await releaseKey(tx, { accountId: ended.account_id, key: ended.idempotency_key });
        return true;
      }));
    if (!found) return released;
  }
}

/**
 * Starts the repeated release of holds (credits set aside for paid calls) whose leases have ended. It runs on every replica and
 * ends when the process begins to stop.
 */
export function startHoldSweep(
  deps: { readonly db: DatabaseClient } & Pick<CommonModuleDeps, 'log' | 'stopping'>,
): void {
  repeatPass(deps, { name: 'holds', everyMs: HOLDS_EVERY_MS, pass: () => sweepHolds(deps.db) });
}

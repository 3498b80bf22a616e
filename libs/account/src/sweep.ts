import { LIMITS } from '@bridge/contracts';
import type { DatabaseClient } from '@bridge/db';
import { counter, repeatPass, type CommonModuleDeps } from '@bridge/kernel';
import { expireMessages } from './message.store.ts';
import { expirePairings } from './pairing.store.ts';
import { expireNodes } from './presence.store.ts';

/** Maximum number of messages, agents’ nodes or paired sessions that one statement of the sweep removes. */
const SWEEP_ROWS_MAX = 1_000;
const EVERY_MS = 3_600_000;

const removed = counter('account_swept', 'Expired rows removed, by kind.', ['kind'] as const);
// The counters start at 0, so that metrics show that the sweep exists.
for (const kind of ['message', 'node', 'session']) removed.inc({ kind }, 0);

/**
 * Removes expired messages, agents’ nodes and paired sessions in rounds, until a round finds fewer than 1,000 of each.
 * Spec: relay.kept.
 */
export async function sweepAccount(db: DatabaseClient, stopping: AbortSignal): Promise<void> {
  for (let full = true; full && !stopping.aborted;) {
    const { messagesKeptDays, presenceKeptDays } = LIMITS;
    const counts = {
      message: await db.transaction({}, (tx) =>
        expireMessages(tx, messagesKeptDays, SWEEP_ROWS_MAX),
      ),
      node: await db.transaction({}, (tx) => expireNodes(tx, presenceKeptDays, SWEEP_ROWS_MAX)),
      session: await db.transaction({}, (tx) =>
        expirePairings(tx, presenceKeptDays, SWEEP_ROWS_MAX),
      ),
    };
    for (const [kind, n] of Object.entries(counts)) removed.inc({ kind }, n);
    full = Object.values(counts).includes(SWEEP_ROWS_MAX);
  }
}

/** Starts the hourly sweep (removal of expired messages, agents’ nodes and paired sessions), which ends with the process. */
export function startSweep(
  deps: { readonly db: DatabaseClient } & Pick<CommonModuleDeps, 'log' | 'stopping'>,
): void {
  const pass = () => sweepAccount(deps.db, deps.stopping);
  repeatPass(deps, { name: 'account', everyMs: EVERY_MS, pass });
}

import {
  append,
  journalEntry,
  LOCK_NOT_AVAILABLE,
  sqlState,
  type Db,
  type Queryable,
} from '@bridge/db';
import { BridgeError, type Clock } from '@bridge/kernel';
import { accountOf, type HandlerCall } from '@bridge/bus';
import { setTimeout as delay } from 'node:timers/promises';
import { holdWorld } from './member.store.ts';

/** Pause before a row that somebody else holds is asked for again. */
const HELD_BACK_OFF_MS = 50;

/** A change of a World by its founder. */
interface Managed {
  readonly action: string;
  readonly word: string;
  readonly call: HandlerCall;
  /** Does it; true when something changed. Runs with the World's row held, again when the first run was undone. */
  readonly apply: (tx: Queryable) => Promise<boolean>;
}

/** Only the founder manages a World, and only in person. Source: decisions.md section 4. */
async function demandFounder(tx: Queryable, { word, call }: Managed): Promise<void> {
  const standing = await holdWorld(tx, word, accountOf(call));
  if (standing === undefined) throw new BridgeError('world_not_found', { word });
  if (standing.suspended) throw new BridgeError('suspended', {});
  if (standing.role !== 'founder') throw new BridgeError('world_forbidden', { word });
}

/**
 * Changes a World by state, without an idempotency key: the same call again changes nothing and journals nothing.
 * Throws session_required, world_not_found, suspended, world_forbidden, and service_unavailable when another change
 * held the World until the deadline.
 */
export async function managedChange(
  db: Db,
  clock: Clock,
  managed: Managed,
): Promise<{ readonly changed: boolean }> {
  const { call, action, word } = managed;
  if (call.ctx.key_id !== null) throw new BridgeError('session_required', {});
  for (;;) {
    try {
      return await db.transaction({ deadline: call.deadline }, async (tx) => {
        await demandFounder(tx, managed);
        const changed = await managed.apply(tx);
        if (changed) await append(tx, journalEntry(call, accountOf(call), action, { word }));
        return { changed };
      });
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (clock.now() + HELD_BACK_OFF_MS >= call.deadline)
        throw new BridgeError('service_unavailable', {}, { cause: error, retryAfterS: 1 });
      await delay(HELD_BACK_OFF_MS);
    }
  }
}

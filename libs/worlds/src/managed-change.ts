import { append, journalEntry, type Db, type Queryable } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { accountOf, type HandlerCall } from '@bridge/bus';
import type { WorldRole } from '@bridge/contracts';
import { holdWorld } from './member.store.ts';

/** What a change of a World by state did. */
export interface StateChange {
  readonly changed: boolean;
}

/** A change of a World by an owner in person. */
interface WorldChange<R extends StateChange> {
  readonly action: string;
  readonly word: string;
  readonly call: HandlerCall;
  /** Runs with the World's row held and the account's role in it, again when the first run was undone. */
  readonly apply: (tx: Queryable, role: WorldRole | null) => Promise<R>;
}

/** A change of a World by its founder. */
interface Managed extends Omit<WorldChange<StateChange>, 'apply'> {
  /** Does it; true when something changed. Runs with the World's row held, again when the first run was undone. */
  readonly apply: (tx: Queryable) => Promise<boolean>;
}

/**
 * Changes a World by state, without an idempotency key: the same call again changes nothing and journals nothing.
 * Throws session_required, world_not_found, suspended, and service_unavailable when another change held the World until
 * the deadline.
 */
export async function changeWorld<R extends StateChange>(
  db: Db,
  { call, action, word, apply }: WorldChange<R>,
): Promise<R> {
  if (call.ctx.key_id !== null) throw new BridgeError('session_required', {});
  return db.transaction({ deadline: call.deadline, waitForLocks: true }, async (tx) => {
    const standing = await holdWorld(tx, word, accountOf(call));
    if (standing === undefined) throw new BridgeError('world_not_found', { word });
    if (standing.suspended) throw new BridgeError('suspended', {});
    const done = await apply(tx, standing.role);
    if (done.changed) await append(tx, journalEntry(call, accountOf(call), action, { word }));
    return done;
  });
}

/** Only the founder manages a World, and only in person. Spec: worlds.in-person. */
export function demandFounder(role: WorldRole | null, word: string): void {
  if (role !== 'founder') throw new BridgeError('world_forbidden', { word });
}

/** As `changeWorld`, for the founder only. Throws world_forbidden too. */
export async function managedChange(db: Db, { apply, ...managed }: Managed): Promise<StateChange> {
  return changeWorld(db, {
    ...managed,
    apply: async (tx, role) => {
      demandFounder(role, managed.word);
      return { changed: await apply(tx) };
    },
  });
}

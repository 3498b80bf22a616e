import { append, journalEntry, type Db, type OpenTransaction, type Queryable } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { accountOf, type HandlerCall } from '@bridge/bus';
import type { WorldRole } from '@bridge/contracts';
import { lockWorld } from './member.store.ts';

/** The result of a change of a World. */
export interface WorldChangeResult {
  readonly changed: boolean;
}

/** A change of a World by a signed-in owner. */
interface WorldChange<R extends WorldChangeResult> {
  readonly action: string;
  readonly word: string;
  readonly call: HandlerCall;
  /**
   * Makes the change while the World’s row is locked; runs again when the transaction is retried. @param role role of
   * the calling account
   */
  readonly apply: (tx: OpenTransaction, role: WorldRole | null) => Promise<R>;
}

/** A change of a World by its founder. */
interface FounderChange extends Omit<WorldChange<WorldChangeResult>, 'apply'> {
  /** Returns true when something changed. Runs while the World's row is locked; repeated when the transaction is retried. */
  readonly apply: (tx: Queryable) => Promise<boolean>;
}

/**
 * Runs a change of a World without an idempotency key: a repeated call changes nothing and writes no journal row.
 * Throws session_required, world_not_found, suspended, and service_unavailable when the World stays locked until the
 * deadline.
 */
export async function changeWorld<R extends WorldChangeResult>(
  db: Db,
  { call, action, word, apply }: WorldChange<R>,
): Promise<R> {
  if (call.ctx.key_id !== null) throw new BridgeError('session_required', {});
  return db.transaction({ deadline: call.deadline, waitForLocks: true }, async (tx) => {
    const standing = await lockWorld(tx, word, accountOf(call));
    if (standing === undefined) throw new BridgeError('world_not_found', { word });
    if (standing.suspended) throw new BridgeError('suspended', {});
    const change = await apply(tx, standing.role);
    if (change.changed) await append(tx, journalEntry(call, accountOf(call), action, { word }));
    return change;
  });
}

/** Throws world_forbidden unless the role is founder. Spec: worlds.in-person. */
export function demandFounder(role: WorldRole | null, word: string): void {
  if (role !== 'founder') throw new BridgeError('world_forbidden', { word });
}

/** Applies a change of a World for its founder: as `changeWorld`, but throws world_forbidden for any other account. */
export async function changeAsFounder(
  db: Db,
  { apply, ...managed }: FounderChange,
): Promise<WorldChangeResult> {
  return changeWorld(db, {
    ...managed,
    apply: async (tx, role) => {
      demandFounder(role, managed.word);
      return { changed: await apply(tx) };
    },
  });
}

import {
  append,
  journalEntry,
  type DatabaseClient,
  type TransactionHandle,
  type SqlStatementRunner,
} from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { accountOf, type ServiceCallContext } from '@bridge/bus';
import type { WorldRole } from '@bridge/contracts';
import { lockWorld } from './member.store.ts';

/** The result of a change of a World. When `changed` is false, no row is written to the journal (the audit log). */
export interface WorldChangeResult {
  readonly changed: boolean;
}

/** A change of a World by a signed-in owner. */
interface WorldChangeDefinition<R extends WorldChangeResult> {
  readonly action: string;
  readonly word: string;
  readonly call: ServiceCallContext;
  /**
   * Makes the change while the World’s row is locked. It runs again when the transaction is repeated. `role` is the role of the
   * calling account in the World.
   */
  readonly apply: (tx: TransactionHandle, role: WorldRole | null) => Promise<R>;
}

/** A change of a World by its founder. */
interface FounderWorldChangeDefinition extends Omit<
  WorldChangeDefinition<WorldChangeResult>,
  'apply'
> {
  /**
   * Makes the change while the World’s row is locked, and returns true when something changed. It runs again when the
   * transaction is repeated.
   */
  readonly apply: (tx: SqlStatementRunner) => Promise<boolean>;
}

/** Throws session_required when an agent’s key made the call: only a signed-in owner may make it. */
export function demandOwner(call: ServiceCallContext): void {
  if (call.ctx.key_id !== null) throw new BridgeError('session_required', {});
}

/** Throws world_forbidden unless `role` is `founder`. Spec: worlds.in-person. */
export function demandFounder(role: WorldRole | null, word: string): void {
  if (role !== 'founder') throw new BridgeError('world_forbidden', { word });
}

/**
 * Locks a World’s row until the transaction ends and returns the role of the calling account in it. Throws world_not_found and
 * suspended.
 */
export async function holdWorld(
  tx: SqlStatementRunner,
  call: ServiceCallContext,
  word: string,
): Promise<WorldRole | null> {
  const right = await lockWorld(tx, word, accountOf(call));
  if (right === undefined) throw new BridgeError('world_not_found', { word });
  if (right.suspended) throw new BridgeError('suspended', {});
  return right.role;
}

/**
 * Makes a change of a World without an idempotency key. A journal row is written only when `apply` returns `changed: true`.
 * Throws session_required, world_not_found, suspended, and service_unavailable when the World stays locked until the deadline.
 */
export async function changeWorld<R extends WorldChangeResult>(
  db: DatabaseClient,
  { call, action, word, apply }: WorldChangeDefinition<R>,
): Promise<R> {
  demandOwner(call);
  return db.transaction({ deadline: call.deadline, waitForLocks: true }, async (tx) => {
    const change = await apply(tx, await holdWorld(tx, call, word));
    if (change.changed) await append(tx, journalEntry(call, accountOf(call), action, { word }));
    return change;
  });
}

/** Makes a change of a World like `changeWorld`, and throws world_forbidden if the calling account is not its founder. */
export async function changeAsFounder(
  db: DatabaseClient,
  { apply, ...managed }: FounderWorldChangeDefinition,
): Promise<WorldChangeResult> {
  return changeWorld(db, {
    ...managed,
    apply: async (tx, role) => {
      demandFounder(role, managed.word);
      return { changed: await apply(tx) };
    },
  });
}

import { LIMITS, ACCOUNT } from '@bridge/contracts';
import type { ServiceCallHandler, ServiceCallContext } from '@bridge/bus';
import { append, journalEntry, type DatabaseClient, type TransactionHandle } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import type { AccountDeps } from '../deps.ts';
import { lockGate } from '../gate.store.ts';
import { ownerAccountOf } from '../owner-account-of.ts';
import { hashPairingCode, makePairingCode } from '../pairing-code.ts';
import { endPairing, insertPairing, listPairings } from '../pairing.store.ts';

function inTransaction<T>(
  db: DatabaseClient,
  call: ServiceCallContext,
  work: (tx: TransactionHandle) => Promise<T>,
) {
  return db.transaction({ deadline: call.deadline, waitForLocks: true }, work);
}

/**
 * Opens a session that pairs the owner with an agent, and returns the code with which the agent’s key joins. The code is a
 * secret, so no stored result contains it: a repeated call opens another session. Throws quota_exceeded.
 */
export function pairingOpen({
  db,
  ids,
}: AccountDeps): ServiceCallHandler<typeof ACCOUNT.pairingOpen> {
  return async (_input, call) => {
    const accountId = ownerAccountOf(call);
    const sessionId = ids.make('pair');
    const code = makePairingCode();
    const expiresAt = await inTransaction(db, call, async (tx) => {
      await lockGate(tx, accountId);
      const opened = await insertPairing(
        tx,
        accountId,
        sessionId,
        hashPairingCode(accountId, code),
      );
      if (opened === undefined) {
        const max = LIMITS.pairingsOpenMax;
        throw new BridgeError('quota_exceeded', { quota: 'open sessions', max });
      }
      await append(tx, journalEntry(call, accountId, ACCOUNT.pairingOpen.name, {}));
      return opened;
    });
    return { session_id: sessionId, code, expires_at: expiresAt.toISOString() };
  };
}

/** Ends a paired session (between owner and agent) of the account. Does nothing when it has ended or does not exist. */
export function pairingEnd({ db }: AccountDeps): ServiceCallHandler<typeof ACCOUNT.pairingEnd> {
  return async ({ session_id: sessionId }, call) => {
    const accountId = ownerAccountOf(call);
    const changed = await inTransaction(db, call, async (tx) => {
      const ended = await endPairing(tx, accountId, sessionId);
      if (ended) await append(tx, journalEntry(call, accountId, ACCOUNT.pairingEnd.name, {}));
      return ended;
    });
    return { changed };
  };
}

/** Lists the paired sessions of the account that are open or wait for an agent to join. */
export function pairings({ db }: AccountDeps): ServiceCallHandler<typeof ACCOUNT.pairings> {
  return async (_input, call) => {
    const rows = await listPairings(db, ownerAccountOf(call));
    const sessions = rows.map((row) => ({
      session_id: row.session_id,
      key_id: row.key_id,
      opened_at: row.opened_at.toISOString(),
      joined_at: row.joined_at?.toISOString() ?? null,
      expires_at: row.expires_at.toISOString(),
    }));
    return { sessions };
  };
}

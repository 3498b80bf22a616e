import { ACCOUNT, hintMessage } from '@bridge/contracts';
import { accountOf, sendHint, type ServiceCallHandler, type ServiceCallContext } from '@bridge/bus';
import type { SqlStatementRunner } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import type { AccountDeps } from '../deps.ts';
import { callerParty, messageRecordOf } from '../message-record.ts';
import { hashPairingCode } from '../pairing-code.ts';
import { holdSession, joinPairing, spendTry } from '../pairing.store.ts';
import { sendMessage } from '../send-message.ts';

/**
 * The paired session in which an agent’s key writes: given by its id, or by the hash of the pairing code with which the key
 * joins it.
 */
type PairedSessionIdOrCode = { readonly sessionId: string } | { readonly codeHash: Buffer };

/**
 * Returns the id of the paired session in which the call writes: an open session of the calling key, or the session that the
 * key joins by its code. Returns undefined when there is none.
 */
async function findOrJoinSession(
  tx: SqlStatementRunner,
  call: ServiceCallContext,
  entry: PairedSessionIdOrCode,
): Promise<string | undefined> {
  const [accountId, keyId] = [accountOf(call), callerParty(call.ctx)];
  if ('codeHash' in entry) return joinPairing(tx, accountId, keyId, entry.codeHash);
  const held = await holdSession(tx, accountId, entry.sessionId, keyId);
  return held === undefined ? undefined : entry.sessionId;
}

/**
 * Sends an agent’s message to the owner in a paired session. With a code, the key joins the session first. Throws
 * no_paired_session, with the same details for every invalid code or session.
 */
export function pairedChat({
  db,
  driver,
}: AccountDeps): ServiceCallHandler<typeof ACCOUNT.pairedChat> {
  return async ({ session_id, code, text, idempotency_key }, call) => {
    const accountId = accountOf(call);
    const entry: PairedSessionIdOrCode =
      code === undefined
        ? { sessionId: session_id ?? '' }
        : { codeHash: hashPairingCode(accountId, code) };
    const sent = await db.change({
      callable: ACCOUNT.pairedChat,
      call,
      idempotencyKey: idempotency_key,
      plan: async () => {
        if (!('codeHash' in entry)) return;
        // A transaction of its own counts the attempt on the code: the rollback of a refused call must not undo the count.
        const isRight = await db.transaction(
          { deadline: call.deadline, waitForLocks: true },
          (tx) => spendTry(tx, accountId, entry.codeHash),
        );
        if (!isRight) throw new BridgeError('no_paired_session', {});
      },
      apply: async (tx) => {
        const sessionId = await findOrJoinSession(tx, call, entry);
        if (sessionId === undefined) throw new BridgeError('no_paired_session', {});
        const writer = callerParty(call.ctx);
        const row = await sendMessage(tx, accountId, { writer, reader: 'owner', text, sessionId });
        return { result: { session_id: sessionId, message: messageRecordOf(row) }, words: [] };
      },
    });
    sendHint(driver, hintMessage, { account_id: accountId, to: 'owner' });
    return sent;
  };
}

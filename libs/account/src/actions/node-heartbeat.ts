import { hintPresence, LIMITS, type ACCOUNT } from '@bridge/contracts';
import { accountOf, sendHint, type ServiceCallHandler } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import type { AccountDeps } from '../deps.ts';
import { lockGate } from '../gate.store.ts';
import { callerParty } from '../message-record.ts';
import { countWaiting } from '../message.store.ts';
import { sessionsOfKey } from '../pairing.store.ts';
import {
  addNode,
  forgetNodes,
  OFFLINE_AFTER_S,
  renewNode,
  type AgentNodeHeartbeat,
} from '../presence.store.ts';

/**
 * Records that a node (a running program of an agent) is online. It writes no journal row and stores no result: a repeated
 * heartbeat leads to the same state. Throws quota_exceeded. Spec: presence.repeat.
 */
export function nodeHeartbeat({
  db,
  driver,
}: AccountDeps): ServiceCallHandler<typeof ACCOUNT.nodeHeartbeat> {
  return async ({ node_id, label, capabilities, status }, call) => {
    const accountId = accountOf(call);
    const keyId = callerParty(call.ctx);
    const node: AgentNodeHeartbeat = {
      accountId,
      keyId,
      nodeId: node_id,
      label: label ?? null,
      capabilities,
      status: status ?? null,
    };
    if (!(await renewNode(db, node))) {
      const max = LIMITS.nodesPerAccountMax;
      const added = await db.transaction(
        { deadline: call.deadline, waitForLocks: true },
        async (tx) => {
          await lockGate(tx, accountId);
          await forgetNodes(tx, accountId, OFFLINE_AFTER_S);
          return addNode(tx, node, max);
        },
      );
      if (!added) throw new BridgeError('quota_exceeded', { quota: 'nodes online', max });
    }
    sendHint(driver, hintPresence, { account_id: accountId });
    const [waiting, paired] = await Promise.all([
      countWaiting(db, { accountId, reader: keyId }),
      sessionsOfKey(db, accountId, keyId),
    ]);
    return { next_in_s: LIMITS.heartbeatSeconds, inbox_waiting: waiting, paired: [...paired] };
  };
}

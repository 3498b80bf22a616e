import { accountOf, type ServiceCallContext } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';

/** Returns the account of the signed-in owner that makes the call. Throws session_required for a call with an agent’s key. */
export function ownerAccountOf(call: ServiceCallContext): string {
  if (call.ctx.key_id !== null) throw new BridgeError('session_required', {});
  return accountOf(call);
}

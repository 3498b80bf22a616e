import { accountOf, type HandlerCall } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';

/** Returns the account of an owner who calls in person. Throws session_required for a call with a key. */
export function ownerAccountOf(call: HandlerCall): string {
  if (call.ctx.key_id !== null) throw new BridgeError('session_required', {});
  return accountOf(call);
}

import { findAction, type BuiltAction, type Callable, type Surface } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import type { CheckedInput, Dispatched, PreparedCall, Principal } from '../dispatch.ts';
import { contextOf } from './call-context.ts';
import { resultOf } from './result.ts';
import { sendWithBodies, type SendDeps } from './send-with-bodies.ts';
import { suggestFor } from './suggest.ts';

/** What dispatch works with. */
export interface DispatchDeps extends SendDeps {
  readonly limiter: RateLimiter;
}
/** Who calls, and from where. */
export interface From {
  readonly principal: Principal;
  readonly surface: Surface;
  readonly requestId: string;
}
/** Does one prepared call; throws BridgeError only. */
export type Dispatch = (call: PreparedCall, from: From) => Promise<Dispatched>;

/** Known, built, in scope, valid: in this order, each with its own code. Spec: actions.order. */
function decide(
  { name, checked }: PreparedCall,
  principal: Principal,
): { readonly action: BuiltAction; readonly input: CheckedInput } {
  const action = findAction(name);
  if (action === undefined || checked === null)
    throw new BridgeError('unknown_action', suggestFor(name));
  if (action.service === null) throw new BridgeError('not_configured', { action: action.name });
  if (!principal.scopes.has(action.name))
    throw new BridgeError('insufficient_scope', { required_scope: action.name });
  if (!checked.ok) {
    throw 'lacks' in checked
      ? new BridgeError('precondition_required', { header: checked.lacks })
      : new BridgeError('invalid_input', { issues: checked.issues });
  }
  return { action, input: checked.input };
}

function bytesOf({ texts }: CheckedInput): number {
  return Object.values(texts).reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
}

/** Makes the one way by which both surfaces and the console reach the services. */
export function makeDispatch(deps: DispatchDeps): Dispatch {
  return async (call, { principal, surface, requestId }) => {
    const { action, input } = decide(call, principal);
    deps.limiter.take(principal, action, bytesOf(input));
    const deadline = deps.clock.now() + action.budgetMs;
    const callable: Callable = action;
    const ctx = contextOf(principal, surface);
    const answer = await sendWithBodies(deps, callable, { ctx, requestId, deadline, ...input });
    // The service checked its answer against this action's wire schema, which is an object's.
    const result = await resultOf(deps.blobs, action, answer.result as object);
    return { action: action.name, result, replayed: answer.replayed };
  };
}

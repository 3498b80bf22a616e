import {
  BUILDER,
  findAction,
  type AnyAction,
  type BusCallDefinition,
  type CallSurfaceKind,
} from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import type { DraftCheckAndPreviewAdder } from '../check/complete-draft.ts';
import type { DraftReadResult } from '../check/draft-checks.ts';
import type {
  ValidatedActionInput,
  CompletedCall,
  ParsedActionCall,
  Principal,
} from '../dispatch.ts';
import { contextOf } from './call-context.ts';
import type { MessageWaitRegistry } from './message-waits.ts';
import { pollUntilEntry, type LongPollClient } from './poll-until-entry.ts';
import { resolveResult } from './result.ts';
import { sendWithBodies, type ServiceSendDeps } from './send-with-bodies.ts';
import { suggestAction } from './suggest.ts';

/** Dependencies of the function that checks calls and sends them to the services. */
export interface DispatchDeps extends ServiceSendDeps {
  readonly limiter: RateLimiter;
  readonly completeDraft: DraftCheckAndPreviewAdder;
  readonly waits: MessageWaitRegistry;
  /** Names of actions that need a setting which this installation lacks. */
  readonly unconfigured: ReadonlySet<string>;
}
/** The caller of a call, and the request that contained the call. */
export interface CallerRequestContext {
  readonly principal: Principal;
  readonly surface: CallSurfaceKind;
  readonly requestId: string;
  /** The client, when its call may wait for a new message (long poll); absent when the call never waits. */
  readonly client?: LongPollClient;
}
/** Executes one prepared call, which is parsed and validated; throws only BridgeError. */
export type CallDispatcher = (
  call: ParsedActionCall,
  source: CallerRequestContext,
) => Promise<CompletedCall>;

/** Checks that the action is known, available and in scope, and the input valid, in this order. Spec: actions.order. */
function checkCall(
  { name, checked }: ParsedActionCall,
  principal: Principal,
  unconfigured: ReadonlySet<string>,
): { readonly action: AnyAction; readonly input: ValidatedActionInput } {
  const action = findAction(name);
  if (action === undefined || checked === null)
    throw new BridgeError('unknown_action', suggestAction(name));
  if (unconfigured.has(action.name))
    throw new BridgeError('not_configured', { action: action.name });
  if (!principal.scopes.has(action.name))
    throw new BridgeError('insufficient_scope', { required_scope: action.name });
  if (!checked.ok) {
    throw 'lacks' in checked
      ? new BridgeError('precondition_required', { header: checked.lacks })
      : new BridgeError('invalid_input', { issues: checked.issues });
  }
  return { action, input: checked.input };
}

function textBytesOf({ texts }: ValidatedActionInput): number {
  return Object.values(texts).reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
}

/** Makes the function by which the act interface, MCP and the console call the services. */
export function makeDispatch(deps: DispatchDeps): CallDispatcher {
  return async (call, { principal, surface, requestId, client }) => {
    const { action, input } = checkCall(call, principal, deps.unconfigured);
    deps.limiter.take(principal, action, textBytesOf(input));
    const callable: BusCallDefinition = action;
    const ctx = contextOf(principal, surface);
    const send = (wire: ValidatedActionInput['wire']) => {
      const deadline = deps.clock.now() + action.budgetMs;
      return sendWithBodies(deps, callable, { ctx, requestId, deadline, ...input, wire });
    };
    const { longPoll } = action;
    const { wire } = input;
    const answer =
      longPoll === null || client === undefined
        ? await send(wire)
        : await pollUntilEntry(deps, { longPoll, wire, principal, client, send });
    const result = await resolveResult(
      deps.blobs,
      action,
      action === BUILDER.get
        ? await deps.completeDraft(answer.result as DraftReadResult, principal, { ctx, requestId })
        : // Safe cast: the bus has validated the result against the action's wire output, which is an object.
          (answer.result as object),
    );
    return { action: action.name, result, replayed: answer.replayed };
  };
}

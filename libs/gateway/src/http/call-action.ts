import type { ActionName } from '@bridge/contracts';
import type { Owner } from '../auth/owner.store.ts';
import { ownerPrincipal } from '../dispatch/call-context.ts';
import type { CallOutcome, Result } from '../dispatch.ts';
import type { Dispatch } from '../dispatch/make-dispatch.ts';
import { prepareCall } from '../read/prepare-call.ts';
import type { Exchange, FullReply } from './exchange.ts';

/** Dependencies of the function that performs actions for an owner. */
export interface ActionCallerDeps {
  readonly dispatch: Dispatch;
}
/** Performs an action for a signed-in owner. The reply has the members of the result beside `ok` and `request_id`. */
type ActionCaller = (
  exchange: Exchange,
  owner: Owner,
  action: ActionName,
  input: object,
  /** Reads further members of the reply; called after the rate tokens of the call were taken. */
  readBeside?: () => Promise<Readonly<Record<string, unknown>>>,
) => Promise<FullReply>;

/** Streams one JSON object with `ok`, `request_id`, the members of `beside`, and those of a result. */
async function* streamFlatEnvelope(
  pieces: AsyncIterable<string>,
  requestId: string,
  beside: Readonly<Record<string, unknown>> = {},
): AsyncGenerator<string> {
  const lead = JSON.stringify({ ok: true, request_id: requestId, ...beside }).slice(0, -1);
  let isFirst = true;
  for await (const piece of pieces) {
    yield isFirst ? `${lead},${piece.slice(1)}` : piece;
    isFirst = false;
  }
}

/** Returns a reply that streams the members of a result beside `ok` and `request_id`. */
export function flatReply(
  { result, replayed }: { readonly result: Pick<Result, 'chunks'> } & Pick<CallOutcome, 'replayed'>,
  requestId: string,
  beside: Readonly<Record<string, unknown>> = {},
): FullReply {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    ...(replayed ? { 'idempotency-replayed': 'true' } : {}),
  };
  return { status: 200, headers, body: streamFlatEnvelope(result.chunks(), requestId, beside) };
}

/** Makes the function by which session routes perform actions, with the rates and checks of every call. */
export function makeActionCaller({ dispatch }: ActionCallerDeps): ActionCaller {
  return async ({ requestId, facts }, owner, action, input, readBeside) => {
    facts.action = action;
    const principal = ownerPrincipal(owner.account_id);
    const prepared = prepareCall(action, input);
    const source = { principal, surface: 'console', requestId } as const;
    const outcome = await dispatch(prepared, source);
    return flatReply(outcome, requestId, await readBeside?.());
  };
}

import type { ActionName } from '@bridge/contracts';
import type { Owner } from '../auth/owner.store.ts';
import { ownerPrincipal } from '../dispatch/call-context.ts';
import type { Dispatch } from '../dispatch/make-dispatch.ts';
import { prepareCall } from '../read/prepare-call.ts';
import type { Exchange, FullReply } from './exchange.ts';

/** Dependencies of the calls of an owner. */
export interface ActionCallerDeps {
  readonly dispatch: Dispatch;
}
/** Performs an action for an owner in person; the reply has the result's members beside `ok` and `request_id`. */
type ActionCaller = (
  exchange: Exchange,
  owner: Owner,
  action: ActionName,
  input: object,
) => Promise<FullReply>;

async function* streamFlatEnvelope(
  pieces: AsyncIterable<string>,
  requestId: string,
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const piece of pieces) {
    yield isFirst ? `{"ok":true,"request_id":"${requestId}",${piece.slice(1)}` : piece;
    isFirst = false;
  }
}

/** Makes the function by which session routes perform actions, with the rates and checks of every call. */
export function makeActionCaller({ dispatch }: ActionCallerDeps): ActionCaller {
  return async ({ requestId, facts }, owner, action, input) => {
    facts.action = action;
    const principal = ownerPrincipal(owner.account_id);
    const prepared = prepareCall(action, input);
    const { result, replayed } = await dispatch(prepared, {
      principal,
      surface: 'console',
      requestId,
    });
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      ...(replayed ? { 'idempotency-replayed': 'true' } : {}),
    };
    return { status: 200, headers, body: streamFlatEnvelope(result.chunks(), requestId) };
  };
}

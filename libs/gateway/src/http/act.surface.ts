import { PUBLIC_PATHS } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import type { AgentCallSurface, CompletedCall, AgentSurfaceReply } from '../dispatch.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

async function* streamEnvelope(
  head: string,
  done: CompletedCall,
  tail: string,
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const piece of done.result.chunks()) {
    yield isFirst ? head + piece : piece;
    isFirst = false;
  }
  yield tail;
}

function successReply(done: CompletedCall, requestId: string): AgentSurfaceReply {
  const head = `{"ok":true,"action":"${done.action}","result":`;
  const tail = `,"request_id":"${requestId}"}`;
  const { json } = done.result;
  return {
    status: 200,
    headers: {
      'content-type': JSON_TYPE,
      ...(done.replayed ? { 'idempotency-replayed': 'true' } : {}),
    },
    body: json === null ? streamEnvelope(head, done, tail) : head + json + tail,
  };
}

/**
 * The HTTP endpoint by which agents call actions: bodies `{action, payload}`, replies in the envelope `{ok, …}`. A success
 * always has status 200. Spec: actions.endpoint.
 */
export const actSurface: AgentCallSurface = {
  surface: 'act',
  path: PUBLIC_PATHS.act,
  method: 'POST',
  mediaType: 'application/json',
  isCrossOrigin: true,
  formOf: () => 'act',
  checkHeaders: () => undefined,
  answer: async (received) => {
    const [call] = received.calls;
    // Only for the type checker: readCall returns exactly one call for a body of the act endpoint, or throws.
    if (call === undefined || call === null)
      throw new BridgeError('internal', {}, { cause: 'an act body without its call' });
    return successReply(await received.dispatch(call), received.requestId);
  },
  refuse: (error, requestId) => ({
    status: error.status,
    headers: { 'content-type': JSON_TYPE },
    body: JSON.stringify({ ok: false, error, request_id: requestId }),
  }),
};

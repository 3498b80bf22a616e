import type { CompletedCall, ActionResult } from '../dispatch.ts';
import type { HttpRouteReply } from './exchange.ts';

/**
 * Streams one JSON object: `ok`, `request_id`, the members of `beside`, and then the members of the JSON object in `pieces`.
 */
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

/** Returns a reply that streams one JSON object: `ok`, `request_id`, the members of `beside`, and the members of a result. */
export function flatReply(
  {
    result,
    replayed,
  }: { readonly result: Pick<ActionResult, 'chunks'> } & Pick<CompletedCall, 'replayed'>,
  requestId: string,
  beside: Readonly<Record<string, unknown>> = {},
): HttpRouteReply {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    ...(replayed ? { 'idempotency-replayed': 'true' } : {}),
  };
  return { status: 200, headers, body: streamFlatEnvelope(result.chunks(), requestId, beside) };
}

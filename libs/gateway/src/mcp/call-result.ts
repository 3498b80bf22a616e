import { toolErrorBody, type ErrorBody, type McpProtocolVersion } from '@bridge/contracts';
import type { CompletedCall, ActionResult } from '../dispatch.ts';
import { escapeText } from '../dispatch/json-chunks.ts';
import { frameChunks } from './frame-chunks.ts';
import { resultText, type JsonRpcRequestId } from './json-rpc.ts';
import { summaryText } from './summary.ts';

/**
 * Maximum UTF-8 bytes of a tool result that is also sent completely as text beside structuredContent. Above it, the text is a
 * summary. Spec: tools.large-results.
 */
export const TEXT_BYTES_MAX = 256 * 1024;

/** The body of one JSON-RPC answer; a stream when it contains a large text. */
export type JsonRpcAnswerBody = string | AsyncIterable<string>;

/**
 * Returns the member `_meta` of a tool result as JSON text: the request id, and whether it is the stored result of an earlier
 * call.
 */
function metaText(requestId: string, replayed: boolean): string {
  return JSON.stringify({
    'agent-bridge/request-id': requestId,
    ...(replayed ? { 'agent-bridge/idempotency-replayed': true } : {}),
  });
}

function isLargeResult(result: ActionResult): boolean {
  if (result.json === null) return true;
  return (
    result.json.length > TEXT_BYTES_MAX || Buffer.byteLength(result.json, 'utf8') > TEXT_BYTES_MAX
  );
}

/**
 * Returns the answer to a successful tools/call. In protocol version 2025-03-26 it has only a text. In later versions it also
 * has structuredContent; above 256 KiB its text is a summary, so that large content is sent once. Rejects when a streamed
 * result fails before its first piece.
 */
export async function makeCallAnswer(
  id: JsonRpcRequestId,
  version: McpProtocolVersion,
  done: CompletedCall,
  requestId: string,
): Promise<JsonRpcAnswerBody> {
  const { result } = done;
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"_meta":${metaText(requestId, done.replayed)},"content":[{"type":"text","text":`;
  if (version === '2025-03-26') {
    return result.json === null
      ? frameChunks(`${head}"`, result.chunks(), '"}]}}', escapeText)
      : `${head}${JSON.stringify(result.json)}}]}}`;
  }
  const text = isLargeResult(result) ? summaryText(done) : result.json;
  const middle = `${head}${JSON.stringify(text)}}],"structuredContent":`;
  return result.json === null
    ? frameChunks(middle, result.chunks(), '}}')
    : `${middle}${result.json}}}`;
}

/**
 * Returns the answer to a failed tools/call: the error object as text, which the model reads. It has no structuredContent,
 * because clients validate structuredContent against the output schema even for errors.
 */
export function makeErrorAnswer(id: JsonRpcRequestId, error: ErrorBody, requestId: string): string {
  const text = JSON.stringify(JSON.stringify(toolErrorBody(error)));
  return resultText(
    id,
    `{"_meta":${metaText(requestId, false)},"content":[{"type":"text","text":${text}}],"isError":true}`,
  );
}

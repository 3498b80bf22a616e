import { toolErrorBody, type ErrorBody, type ProtocolVersion } from '@bridge/contracts';
import type { Dispatched, Result } from '../dispatch.ts';
import { framed } from './framed.ts';
import { resultText, type RequestId } from './json-rpc.ts';
import { summaryText } from './summary.ts';

/** From here on the text beside structuredContent is a summary, in UTF-8 bytes. Spec: tools.large-results. */
export const TEXT_BYTES_MAX = 256 * 1024;

/** Body of one answer: whole, or in pieces when it holds a large text. */
export type Body = string | AsyncIterable<string>;

/** What accompanies a call: it says which request this was and whether it was done earlier. */
function metaText(requestId: string, replayed: boolean): string {
  return JSON.stringify({
    'agent-bridge/request-id': requestId,
    ...(replayed ? { 'agent-bridge/idempotency-replayed': true } : {}),
  });
}

/** A piece of text as it stands inside a JSON string. */
function inString(piece: string): string {
  return JSON.stringify(piece).slice(1, -1);
}

function isLarge(result: Result): boolean {
  if (result.json === null) return true;
  return (
    result.json.length > TEXT_BYTES_MAX || Buffer.byteLength(result.json, 'utf8') > TEXT_BYTES_MAX
  );
}

/**
 * The answer to a call that was done. 2025-03-26 knows no structuredContent, so its text is always complete; the later
 * versions get both, and above 256 KiB a summary beside the complete structuredContent, so that nothing large travels
 * twice. Rejects like `Result.chunks` when a streamed result fails before its first piece.
 */
export async function callAnswer(
  id: RequestId,
  version: ProtocolVersion,
  done: Dispatched,
  requestId: string,
): Promise<Body> {
  const { result } = done;
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"_meta":${metaText(requestId, done.replayed)},"content":[{"type":"text","text":`;
  if (version === '2025-03-26') {
    return result.json === null
      ? framed(`${head}"`, result.chunks(), '"}]}}', inString)
      : `${head}${JSON.stringify(result.json)}}]}}`;
  }
  const text = isLarge(result) ? summaryText(done) : result.json;
  const middle = `${head}${JSON.stringify(text)}}],"structuredContent":`;
  return result.json === null ? framed(middle, result.chunks(), '}}') : `${middle}${result.json}}}`;
}

/**
 * The answer to a call that was refused or failed: the error object as text, so that the model reads it. There is no
 * structuredContent, because clients hold that against the output schema even of an error.
 */
export function failedAnswer(id: RequestId, error: ErrorBody, requestId: string): string {
  const text = JSON.stringify(JSON.stringify(toolErrorBody(error)));
  return resultText(
    id,
    `{"_meta":${metaText(requestId, false)},"content":[{"type":"text","text":${text}}],"isError":true}`,
  );
}

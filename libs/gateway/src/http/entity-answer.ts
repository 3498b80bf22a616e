import { entityReply, entityRequestOf, type HttpEntity } from '@bridge/web';
import type { HttpExchange, HttpRouteReply } from './exchange.ts';

/** Answers a request for an HTTP entity (bytes with headers and ETag): completely, with the requested range, or with 304. */
export async function entityAnswer(
  { request }: Pick<HttpExchange, 'request'>,
  entity: HttpEntity,
): Promise<HttpRouteReply> {
  const { status, headers: lines, body } = entityReply(entityRequestOf(request), entity);
  const headers: Record<string, string> = {};
  for (let at = 0; at + 1 < lines.length; at += 2)
    headers[String(lines[at]).toLowerCase()] = lines[at + 1] ?? '';
  const isSent = body !== null && request.method !== 'HEAD';
  return { status, headers, body: isSent ? await body() : null };
}

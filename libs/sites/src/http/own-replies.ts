import { createHash } from 'node:crypto';
import { STYLE_HASH } from '../pages/layout.ts';
import { messagePage, type MessageStatus } from '../pages/message-page.ts';
import { bytesRepresentation, type Entity, type Reply } from '@bridge/web';
import { ownPolicy } from './policy.ts';
import { BRIEFLY, NO_STORE, REVALIDATE } from './cache-control.ts';

/** Seconds after which a reader of an unavailable page may try again. */
const RETRY_AFTER_S = 5;
const HTML = 'text/html; charset=utf-8';

/** A document of the product's own, as an entity whose ETag is its hash. */
export function ownEntity(
  text: string,
  {
    form,
    contentType = HTML,
    cacheControl = REVALIDATE,
    headers = [],
  }: {
    readonly form: 'host' | 'path';
    readonly contentType?: string;
    readonly cacheControl?: string;
    readonly headers?: readonly string[];
  },
): Entity {
  const bytes = Buffer.from(text, 'utf8');
  return {
    tag: createHash('sha256').update(bytes).digest('hex'),
    contentType,
    cacheControl,
    headers: ['Content-Security-Policy', ownPolicy(form, STYLE_HASH), ...headers],
    identity: bytesRepresentation(bytes),
    encoded: new Map(),
  };
}

/** A reply without content that leads elsewhere: 308 for the same thing, 302 for what may move. */
export function redirect(status: 302 | 308, location: string): Reply {
  const cacheControl = status === 308 ? BRIEFLY : REVALIDATE;
  const headers = ['Location', location, 'Cache-Control', cacheControl, 'Content-Length', '0'];
  return { status, headers, body: null };
}

function furtherHeaders(status: MessageStatus): readonly string[] {
  switch (status) {
    case 405:
      return ['Allow', 'GET, HEAD'];
    case 410:
    case 451:
      // What the page kept in its readers' browsers goes with it. Spec: content.suspended.
      return ['Clear-Site-Data', '"*"'];
    case 503:
      return ['Retry-After', String(RETRY_AFTER_S)];
    default:
      return [];
  }
}

/** A reply that is a page of words, at hand. */
export interface MessageReply extends Reply {
  readonly body: () => Uint8Array;
}
const messages = new Map<MessageStatus, MessageReply>();

/** The page of words for a status, made once; byte for byte the same at every address. */
export function messageReply(status: MessageStatus): MessageReply {
  const known = messages.get(status);
  if (known !== undefined) return known;
  const bytes = Buffer.from(messagePage(status), 'utf8');
  const headers = ['Content-Type', HTML, 'Content-Length', String(bytes.byteLength)];
  headers.push('Content-Security-Policy', ownPolicy('host', STYLE_HASH));
  headers.push('Cache-Control', NO_STORE, ...furtherHeaders(status));
  const reply: MessageReply = { status, headers, body: () => bytes };
  messages.set(status, reply);
  return reply;
}

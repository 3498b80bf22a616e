import { hash } from 'node:crypto';
import { STYLE_HASH } from '../pages/layout.ts';
import { messagePage, type MessagePageStatus } from '../pages/message-page.ts';
import {
  bytesRepresentation,
  entityReply,
  type EntityReply,
  type EntityRequest,
  type HttpEntity,
} from '@bridge/web';
import { productPagePolicy } from './policy.ts';
import { SHORT_LIVED, NO_STORE, REVALIDATE } from './cache-control.ts';

/** Retry-After of a 503, in seconds. */
const RETRY_AFTER_S = 5;
const HTML = 'text/html; charset=utf-8';

/** Makes the HTTP entity of a document that the product generates, such as a dashboard or a feed. */
export function makeProductEntity(
  text: string,
  {
    form,
    contentType = HTML,
    cacheControl = REVALIDATE,
    framedBy = null,
    headers = [],
  }: {
    readonly form: 'host' | 'path';
    readonly contentType?: string;
    readonly cacheControl?: string;
    /** The origin that may show the document in a frame; null for none. */
    readonly framedBy?: string | null;
    readonly headers?: readonly string[];
  },
): HttpEntity {
  const bytes = Buffer.from(text, 'utf8');
  return {
    tag: hash('sha256', bytes),
    contentType,
    cacheControl,
    headers: ['Content-Security-Policy', productPagePolicy(form, STYLE_HASH, framedBy), ...headers],
    identity: bytesRepresentation(bytes),
    encoded: new Map(),
  };
}

/** Returns the reply with a document of plain text, such as robots.txt. */
export function textReply(
  request: EntityRequest,
  text: string,
  form: 'host' | 'path',
): EntityReply {
  const contentType = 'text/plain; charset=utf-8';
  return entityReply(request, makeProductEntity(text, { form, contentType }));
}

/** Returns a redirect. 308: to another spelling of the same address; 302: to a target that may change. */
export function redirect(status: 302 | 308, location: string): EntityReply {
  const cacheControl = status === 308 ? SHORT_LIVED : REVALIDATE;
  const headers = ['Location', location, 'Cache-Control', cacheControl, 'Content-Length', '0'];
  return { status, headers, body: null };
}

function furtherHeaders(status: MessagePageStatus): readonly string[] {
  switch (status) {
    case 405:
      return ['Allow', 'GET, HEAD'];
    case 503:
      return ['Retry-After', String(RETRY_AFTER_S)];
    default:
      return [];
  }
}

/** A reply whose body, a page that explains its HTTP status, is in memory. */
export interface MessagePageReply extends EntityReply {
  readonly body: () => Uint8Array;
}
const messages = new Map<MessagePageStatus, MessagePageReply>();

/** Returns the reply with the page that explains an HTTP status. The page does not depend on the requested address. */
export function messageReply(status: MessagePageStatus): MessagePageReply {
  const known = messages.get(status);
  if (known !== undefined) return known;
  const bytes = Buffer.from(messagePage(status), 'utf8');
  const headers = ['Content-Type', HTML, 'Content-Length', String(bytes.byteLength)];
  headers.push('Content-Security-Policy', productPagePolicy('host', STYLE_HASH, null));
  headers.push('Cache-Control', NO_STORE, ...furtherHeaders(status));
  const reply: MessagePageReply = { status, headers, body: () => bytes };
  messages.set(status, reply);
  return reply;
}

/**
 * Returns the reply for a website that was suspended or removed. At an address in host form (`p42.host/`), the browser deletes
 * what the website stored in it. An address in path form has the host of the content origin, whose cookies browsers share with
 * all its ports: the deletion would sign the owner out of an app origin on the same host. Spec: content.suspended.
 */
export function takedownReply(status: 410 | 451, form: 'host' | 'path'): EntityReply {
  const reply = messageReply(status);
  if (form === 'path') return reply;
  return { ...reply, headers: [...reply.headers, 'Clear-Site-Data', '"*"'] };
}

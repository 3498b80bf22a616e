import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { matchesEtag, readRange, type ByteRange } from './conditions.ts';
import { chooseEncoding, type StoredContentEncoding } from './negotiate.ts';

/** The body of an HTTP response: bytes in memory, or a stream of known length. */
export type EntityBody = Uint8Array | Readable;

/**
 * The response to a request for an entity (the content of a resource): status, headers and the function that opens the body.
 */
export interface EntityReply {
  readonly status: number;
  /** Alternating header names and values, with Content-Length unless the status is 304. */
  readonly headers: readonly string[];
  /** Opens the body. Called at most once, and not for HEAD. */
  readonly body: (() => EntityBody | Promise<EntityBody>) | null;
}

/** The parts of a request that select the response for an entity: method, conditions, range and encodings. */
export interface EntityRequest {
  readonly method: string;
  readonly ifNoneMatch: string | undefined;
  readonly ifRange: string | undefined;
  readonly range: string | undefined;
  readonly acceptEncoding: string | undefined;
}

/** Extracts the EntityRequest from a request of node:http. */
export function entityRequestOf({
  method = '',
  headers,
}: Pick<IncomingMessage, 'method' | 'headers'>): EntityRequest {
  const ifRange = headers['if-range'];
  return {
    method,
    ifNoneMatch: headers['if-none-match'],
    ifRange: typeof ifRange === 'string' ? ifRange : undefined,
    range: headers.range,
    acceptEncoding: headers['accept-encoding'],
  };
}

/** The bytes of an entity (the content of a resource) in one content encoding, readable as a whole or as a byte range. */
export interface EntityRepresentation {
  readonly bytes: number;
  whole(): EntityBody | Promise<EntityBody>;
  part(range: ByteRange): EntityBody | Promise<EntityBody>;
}

/** A resource that supports conditional requests, byte ranges and stored content encodings. */
export interface HttpEntity {
  /** Entity tag of the unencoded bytes, without quotes. */
  readonly tag: string;
  readonly contentType: string;
  readonly cacheControl: string;
  /** Additional headers as alternating names and values. */
  readonly headers: readonly string[];
  readonly identity: EntityRepresentation;
  readonly encoded: ReadonlyMap<StoredContentEncoding, EntityRepresentation>;
}

/** Makes a EntityRepresentation of bytes in memory. */
export function bytesRepresentation(bytes: Uint8Array): EntityRepresentation {
  return {
    bytes: bytes.byteLength,
    whole: () => bytes,
    part: ({ from, to }) => bytes.subarray(from, to + 1),
  };
}

function encodingOf(request: EntityRequest, entity: HttpEntity): StoredContentEncoding | null {
  // A range refers to the unencoded bytes, because clients use it to resume a saved file.
  if (request.range !== undefined && request.method === 'GET') return null;
  return chooseEncoding(request.acceptEncoding, entity.encoded);
}

function partOf(
  request: EntityRequest,
  entity: HttpEntity,
  etag: string,
): ByteRange | 'unsatisfiable' | null {
  if (request.method !== 'GET' || request.range === undefined) return null;
  // If-Range does not match: the entity has changed since the client’s partial download, so it is sent completely.
  if (request.ifRange !== undefined && request.ifRange !== etag) return null;
  return readRange(request.range, entity.identity.bytes);
}

/** Makes the response for a conditional, partial or plain request. Source: RFC 9110 sections 8.8.3, 13 and 14. */
export function entityReply(request: EntityRequest, entity: HttpEntity): EntityReply {
  const encoding = encodingOf(request, entity);
  const etag = encoding === null ? `"${entity.tag}"` : `"${entity.tag}-${encoding}"`;
  const shared = ['ETag', etag, 'Cache-Control', entity.cacheControl, ...entity.headers];
  if (entity.encoded.size > 0) shared.push('Vary', 'Accept-Encoding');
  if (matchesEtag(request.ifNoneMatch, etag)) return { status: 304, headers: shared, body: null };

  const part = partOf(request, entity, etag);
  if (part === 'unsatisfiable') {
    const size = `bytes */${entity.identity.bytes}`;
    const headers = ['Content-Range', size, 'Cache-Control', 'no-store', 'Content-Length', '0'];
    return { status: 416, headers, body: null };
  }
  const chosen = (encoding === null ? undefined : entity.encoded.get(encoding)) ?? entity.identity;
  const length = part === null ? chosen.bytes : part.to - part.from + 1;
  shared.push('Content-Type', entity.contentType, 'Content-Length', String(length));
  shared.push('Accept-Ranges', 'bytes');
  if (encoding !== null) shared.push('Content-Encoding', encoding);
  if (part === null) return { status: 200, headers: shared, body: () => chosen.whole() };
  shared.push('Content-Range', `bytes ${part.from}-${part.to}/${entity.identity.bytes}`);
  return { status: 206, headers: shared, body: () => entity.identity.part(part) };
}

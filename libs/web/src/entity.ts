import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { matchesEtag, readRange, type ByteRange } from './conditions.ts';
import { chooseEncoding, type Encoding } from './negotiate.ts';

/** Bytes in memory, or a stream of as many bytes as Content-Length says. */
export type Body = Uint8Array | Readable;

/** A reply whose body is not open yet. */
export interface Reply {
  readonly status: number;
  /** Names and values in turn; Content-Length is among them unless the status is 304. */
  readonly headers: readonly string[];
  /** Opens the body; called once, and never for HEAD. */
  readonly body: (() => Body | Promise<Body>) | null;
}

/** The parts of a request that the reply for an entity depends on. */
export interface EntityRequest {
  readonly method: string;
  readonly ifNoneMatch: string | undefined;
  readonly ifRange: string | undefined;
  readonly range: string | undefined;
  readonly acceptEncoding: string | undefined;
}

/** The same parts of a request that node:http has read. */
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

/** Bytes of known length in one encoding. */
export interface Representation {
  readonly bytes: number;
  whole(): Body | Promise<Body>;
  part(range: ByteRange): Body | Promise<Body>;
}

/** What can be requested conditionally, in parts, and in its stored encodings. */
export interface Entity {
  /** Entity tag of the plain bytes, without its quotes. */
  readonly tag: string;
  readonly contentType: string;
  readonly cacheControl: string;
  /** Further headers, names and values in turn. */
  readonly headers: readonly string[];
  readonly identity: Representation;
  readonly encoded: ReadonlyMap<Encoding, Representation>;
}

/** Bytes in memory as the plain representation of an entity. */
export function bytesRepresentation(bytes: Uint8Array): Representation {
  return {
    bytes: bytes.byteLength,
    whole: () => bytes,
    part: ({ from, to }) => bytes.subarray(from, to + 1),
  };
}

function encodingOf(request: EntityRequest, entity: Entity): Encoding | null {
  // A part is a part of the plain bytes, never of a compressed form: clients resume what they saved.
  if (request.range !== undefined && request.method === 'GET') return null;
  return chooseEncoding(request.acceptEncoding, entity.encoded);
}

function partOf(
  request: EntityRequest,
  entity: Entity,
  etag: string,
): ByteRange | 'unsatisfiable' | null {
  if (request.method !== 'GET' || request.range === undefined) return null;
  // An entity that changed since the client saved its part is sent whole.
  if (request.ifRange !== undefined && request.ifRange !== etag) return null;
  return readRange(request.range, entity.identity.bytes);
}

/** Answers a conditional, partial or plain request for an entity. Source: RFC 9110 sections 8.8.3, 13 and 14. */
export function entityReply(request: EntityRequest, entity: Entity): Reply {
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

import {
  chooseEncoding,
  matchesEtag,
  readRange,
  type ByteRange,
  type Encoding,
} from './conditions.ts';
import { NO_STORE, type Asked, type Body, type Reply } from './reply.ts';

/** Bytes of known length in one encoding. */
export interface Representation {
  readonly bytes: number;
  whole(): Body | Promise<Body>;
  part(range: ByteRange): Body | Promise<Body>;
}
/** Something with an ETag that can be asked for conditionally, in parts, and in stored encodings. */
export interface Entity {
  /** SHA-256 of the identity bytes, hex: the ETag. */
  readonly sha256: string;
  readonly contentType: string;
  readonly cacheControl: string;
  /** Further headers, flat. */
  readonly headers: readonly string[];
  readonly identity: Representation;
  readonly encoded: ReadonlyMap<Encoding, Representation>;
}

/** A text of the product's own, in one encoding. */
export function bytesRepresentation(bytes: Uint8Array): Representation {
  return {
    bytes: bytes.byteLength,
    whole: () => bytes,
    part: ({ from, to }) => bytes.subarray(from, to + 1),
  };
}

function choose(asked: Asked, entity: Entity): Encoding | null {
  // A part is a part of the page itself, never of its compressed form: readers resume what they saved.
  if (asked.range !== undefined && asked.method === 'GET') return null;
  return entity.encoded.size === 0
    ? null
    : chooseEncoding(asked.acceptEncoding, [...entity.encoded.keys()]);
}

function partOf(asked: Asked, entity: Entity, etag: string): ByteRange | 'unsatisfiable' | null {
  if (asked.method !== 'GET' || asked.range === undefined) return null;
  // What changed meanwhile is sent whole.
  if (asked.ifRange !== undefined && asked.ifRange !== etag) return null;
  return readRange(asked.range, entity.identity.bytes);
}

/** Answers a conditional, partial or plain request for an entity. Source: RFC 9110 sections 8.8.3, 13 and 14. */
export function entityReply(asked: Asked, entity: Entity): Reply {
  const encoding = choose(asked, entity);
  const etag = encoding === null ? `"${entity.sha256}"` : `"${entity.sha256}-${encoding}"`;
  const shared = ['ETag', etag, 'Cache-Control', entity.cacheControl, ...entity.headers];
  if (entity.encoded.size > 0) shared.push('Vary', 'Accept-Encoding');
  if (matchesEtag(asked.ifNoneMatch, etag)) return { status: 304, headers: shared, body: null };

  const part = partOf(asked, entity, etag);
  if (part === 'unsatisfiable') {
    const size = `bytes */${entity.identity.bytes}`;
    const headers = ['Content-Range', size, 'Cache-Control', NO_STORE, 'Content-Length', '0'];
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

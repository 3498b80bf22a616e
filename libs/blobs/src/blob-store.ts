import { BridgeError } from '@bridge/kernel';
import type { Readable } from 'node:stream';

/** Bytes that own their memory, so that they may move to another thread. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Size and age of an object. */
export interface BlobStat {
  readonly bytes: number;
  /** When it was stored, in ms since the epoch, by the store's own clock. */
  readonly storedAt: number;
}
/** One object of a listing. */
export interface BlobEntry extends BlobStat {
  readonly key: string;
}
/** Bytes in chunks, made anew and always the same each time they are asked for: a store may have to read them twice. */
export type ByteSource = () => AsyncIterable<Uint8Array>;
/** What became of bytes that were stored as they came. */
export interface StoredStream {
  readonly key: string;
  readonly bytes: number;
  /** SHA-256, hex. */
  readonly sha256: string;
}
/** An object being read; `bytes` is what the stream will give. */
export interface BlobRead {
  readonly bytes: number;
  readonly stream: Readable;
}

/**
 * Immutable objects under keys made of server-side ids and hex. An object is written once; a key never gets other
 * bytes, except the marks that `replace` writes. Every method throws service_unavailable when the store is away or full.
 */
export interface BlobStore {
  /**
   * Stores bytes; durable when it resolves. `sha256` is their hash, hex. Storing the same bytes again is success, other
   * bytes under a key in use throw internal.
   */
  put(key: string, bytes: Uint8Array, sha256: string): Promise<void>;
  /**
   * Stores bytes that nobody holds whole, under `<folder>/<their SHA-256>`; durable when it resolves. An error of the
   * source is thrown as it is, and nothing is stored.
   */
  putStream(folder: string, source: ByteSource): Promise<StoredStream>;
  /** Size and age; null when there is no such object. */
  stat(key: string): Promise<BlobStat | null>;
  /** All bytes, or null when there is no such object; throws content_damaged when they do not have this SHA-256. */
  get(key: string, sha256: string): Promise<Bytes | null>;
  /** Streams all bytes; the last part is held back until the SHA-256 was verified, and an error ends it otherwise. */
  stream(key: string, sha256: string): Promise<BlobRead | null>;
  /** Streams `length` bytes from `from`; a part has no hash to be verified by. */
  range(key: string, from: number, length: number): Promise<BlobRead | null>;
  /** Stores the bytes of a mark in place of those before, in one step; durable when it resolves. Of small bytes only. */
  replace(key: string, bytes: Uint8Array): Promise<void>;
  /** All bytes of a mark, or null when there is none; a mark carries no hash to be verified by. */
  read(key: string): Promise<Bytes | null>;
  /** Removes an object; nothing happens when there is none. */
  delete(key: string): Promise<void>;
  /**
   * Gives an object another key; false when there is none under `from`. After a crash it may be under both keys. An object
   * that is under `to` already has the same bytes, because a key has one content for ever.
   */
  move(from: string, to: string): Promise<boolean>;
  /** Objects whose key begins with `prefix` (which ends in `/`), ascending by key, behind `after` when given. */
  list(prefix: string, after?: string): AsyncIterable<BlobEntry>;
  /** Throws service_unavailable unless the store answers now. */
  check(): Promise<void>;
  close(): Promise<void>;
}

const KEY = /^[a-z]{1,16}(?:\/[a-z0-9_-]{1,128}){1,4}$/;
const PREFIX = /^[a-z]{1,16}\/(?:[a-z0-9_-]{1,128}\/){0,3}$/;

/**
 * Refuses a key that is not made of ids and hex: no client's text ever names an object, so no path can leave the store.
 */
export function checkKey(key: string): void {
  if (!KEY.test(key))
    throw new BridgeError('internal', {}, { cause: 'a blob key of another form' });
}

/** Refuses a prefix that is not a folder of keys. */
export function checkPrefix(prefix: string): void {
  if (!PREFIX.test(prefix))
    throw new BridgeError('internal', {}, { cause: 'a blob prefix of another form' });
}

/** What file systems and S3 stores answer when they have no room. */
const FULL_CODES: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  'XMinioStorageFull',
  'InsufficientStorage',
  'QuotaExceeded',
]);

/** What a driver throws when the store cannot be used now; `details.reason` names a full disk. */
export function storeAway(cause: unknown): BridgeError {
  const isFull = cause instanceof Error && 'code' in cause && FULL_CODES.has(cause.code);
  return new BridgeError(
    'service_unavailable',
    { part: 'blob store', ...(isFull ? { reason: 'disk_full' as const } : {}) },
    { cause, retryAfterS: isFull ? 5 : 1 },
  );
}

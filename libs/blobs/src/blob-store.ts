import { BridgeError } from '@bridge/kernel';
import type { Readable } from 'node:stream';

/** Bytes whose ArrayBuffer is not shared, so that it can be transferred to another thread. */
export type OwnedBytes = Uint8Array<ArrayBuffer>;

/** Size and age of an object. */
export interface BlobStat {
  readonly bytes: number;
  /** Time of the write in ms since the epoch, by the clock of the store. */
  readonly storedAt: number;
}
/** One object of a listing, with its key. */
export interface BlobEntry extends BlobStat {
  readonly key: string;
}
/** Returns the same bytes in chunks on each call, because a store may read them twice. */
export type ByteSource = () => AsyncIterable<Uint8Array>;
/** The name, size and hash of an object that was stored from a stream. */
export interface StoredStream {
  readonly key: string;
  readonly bytes: number;
  /** SHA-256 of the bytes, hex. */
  readonly sha256: string;
}
/** An open stream of an object's bytes; `bytes` is the length of the stream. */
export interface BlobRead {
  readonly bytes: number;
  readonly stream: Readable;
}

/**
 * Immutable objects under keys made of server-side ids and hex. An object is written once, and its key never gets other
 * bytes; the marks that `replace` writes are the exception. Every method throws service_unavailable when the store is away
 * or full.
 */
export interface BlobStore {
  /**
   * Stores bytes; durable when it resolves. `sha256` is their hash, hex. Storing the same bytes again is success, other
   * bytes under a key in use throw internal.
   */
  put(key: string, bytes: Uint8Array, sha256: string): Promise<void>;
  /**
   * Stores a stream under `<folder>/<SHA-256>` without holding all its bytes; durable when it resolves. An error of the
   * source is thrown unchanged, and nothing is stored.
   */
  putStream(folder: string, source: ByteSource): Promise<StoredStream>;
  /** Reads size and age of an object; null when there is no such object. */
  stat(key: string): Promise<BlobStat | null>;
  /**
   * Reads all bytes of an object, or null when there is no such object; throws content_damaged when they do not have
   * this SHA-256.
   */
  get(key: string, sha256: string): Promise<OwnedBytes | null>;
  /**
   * Streams all bytes of an object. The last chunk is held back until the SHA-256 is verified; damaged bytes end the
   * stream with an error.
   */
  stream(key: string, sha256: string): Promise<BlobRead | null>;
  /** Streams `length` bytes of an object from position `from`; a range has no hash to verify. */
  range(key: string, from: number, length: number): Promise<BlobRead | null>;
  /** Replaces the bytes of a mark atomically; durable when it resolves. For small bytes only. */
  replace(key: string, bytes: Uint8Array): Promise<void>;
  /** Reads all bytes of a mark, or null when there is none; a mark has no hash to verify. */
  read(key: string): Promise<OwnedBytes | null>;
  /** Removes an object, if it exists. */
  delete(key: string): Promise<void>;
  /**
   * Moves an object to another key; false when there is no object under `from`. After a crash the object may have both
   * keys. An object that already has the key `to` has the same bytes, because a key never gets other bytes.
   */
  move(from: string, to: string): Promise<boolean>;
  /** Lists the objects whose keys start with `prefix` (which ends in `/`), ascending by key, after the key `after`. */
  list(prefix: string, after?: string): AsyncIterable<BlobEntry>;
  /** Throws service_unavailable unless the store answers now. */
  check(): Promise<void>;
  close(): Promise<void>;
}

const KEY = /^[a-z]{1,16}(?:\/[a-z0-9_-]{1,128}){1,4}$/;
const PREFIX = /^[a-z]{1,16}\/(?:[a-z0-9_-]{1,128}\/){0,3}$/;

/**
 * Refuses a key that is not made of ids and hex: text of a client never names an object, so no path leaves the store.
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

/** Error codes of full file systems and S3 stores. */
const FULL_CODES: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  'XMinioStorageFull',
  'InsufficientStorage',
  'QuotaExceeded',
]);

/** Makes the error of a driver whose store cannot be used; `details.reason` names a full disk. */
export function storeAway(cause: unknown): BridgeError {
  const isFull = cause instanceof Error && 'code' in cause && FULL_CODES.has(cause.code);
  return new BridgeError(
    'service_unavailable',
    { part: 'blob store', ...(isFull ? { reason: 'disk_full' as const } : {}) },
    { cause, retryAfterS: isFull ? 5 : 1 },
  );
}

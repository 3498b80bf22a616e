import { BridgeError, errorCodeOf } from '@bridge/kernel';
import type { Readable } from 'node:stream';

/** Bytes in an unshared ArrayBuffer, which can be transferred to another thread. */
export type TransferableBytes = Uint8Array<ArrayBuffer>;

/** Size and write time of an object in the blob store. */
export interface BlobStat {
  readonly bytes: number;
  /** Time of the write by the clock of the store, in ms since the Unix epoch. */
  readonly storedAt: number;
}
/** An object in a listing of the blob store: its key, size and write time. */
export interface BlobListEntry extends BlobStat {
  readonly key: string;
}
/** A function that returns an iterator over chunks of bytes, the same bytes at each call. A store may call it twice. */
export type RepeatableByteSource = () => AsyncIterable<Uint8Array>;
/** Key, size and hash of an object that was stored from a stream. */
export interface ObjectStoredFromStream {
  readonly key: string;
  readonly bytes: number;
  /** SHA-256 of the bytes, hex. */
  readonly sha256: string;
}
/** An open stream of an object's bytes; `bytes` is the length of the stream. */
export interface BlobReadStream {
  readonly bytes: number;
  readonly stream: Readable;
}

/**
 * A store of objects. The bytes under a key never change, except those of marks, which are small objects written by `replace`.
 * Keys consist of server-side ids and hex digits. All methods throw service_unavailable when the store is full or unreachable.
 */
export interface BlobStore {
  /**
   * Stores bytes durably; `sha256` is their hash in hex. Storing the same bytes again has no effect. Throws the error
   * `internal` when other bytes are stored under the key.
   */
  put(key: string, bytes: Uint8Array, sha256: string): Promise<void>;
  /**
   * Stores a stream durably as `<folder>/<SHA-256>`, without keeping all bytes in memory. An error of the source is thrown
   * and nothing is stored.
   */
  putStream(folder: string, source: RepeatableByteSource): Promise<ObjectStoredFromStream>;
  /** Reads the size and write time of an object; null when it does not exist. */
  stat(key: string): Promise<BlobStat | null>;
  /** Reads an object; null when it does not exist. Throws content_damaged when the SHA-256 of the bytes is not `sha256`. */
  get(key: string, sha256: string): Promise<TransferableBytes | null>;
  /**
   * Streams an object; null when it does not exist. The last chunk is withheld until the SHA-256 is verified. For damaged bytes
   * the stream ends with an error.
   */
  stream(key: string, sha256: string): Promise<BlobReadStream | null>;
  /**
   * Streams `length` bytes of an object from offset `from`. The bytes are not verified, because the hash is that of the whole
   * object.
   */
  range(key: string, from: number, length: number): Promise<BlobReadStream | null>;
  /** Replaces the bytes of a mark (a small mutable object) atomically and durably. */
  replace(key: string, bytes: Uint8Array): Promise<void>;
  /** Reads a mark (a small mutable object); null when it does not exist. Its bytes have no hash and are not verified. */
  read(key: string): Promise<TransferableBytes | null>;
  /** Deletes an object; does nothing when it does not exist. */
  delete(key: string): Promise<void>;
  /**
   * Moves an object to another key. Returns false when `from` does not exist. After a crash the object may exist under both
   * keys.
   */
  move(from: string, to: string): Promise<boolean>;
  /**
   * Lists the objects whose keys start with `prefix` (which ends in `/`) and sort after `after`, in ascending order of keys.
   */
  list(prefix: string, after?: string): AsyncIterable<BlobListEntry>;
  /** Throws service_unavailable when the store does not answer. */
  check(): Promise<void>;
  close(): Promise<void>;
}

const KEY = /^[a-z]{1,16}(?:\/[a-z0-9_-]{1,128}){1,4}$/;
const PREFIX = /^[a-z]{1,16}\/(?:[a-z0-9_-]{1,128}\/){0,3}$/;

/**
 * Throws the error `internal` unless the key has the form of keys that the product makes. Such a key contains no text of a
 * client, so no path leads outside the store.
 */
export function checkKey(key: string): void {
  if (!KEY.test(key))
    throw new BridgeError('internal', {}, { cause: 'a blob key of another form' });
}

/** Throws the error `internal` unless the prefix has the form of a folder in the product's keys, with a slash at its end. */
export function checkPrefix(prefix: string): void {
  if (!PREFIX.test(prefix))
    throw new BridgeError('internal', {}, { cause: 'a blob prefix of another form' });
}

/** Error codes with which file systems and S3 stores report that no space is free. */
const FULL_CODES = new Set([
  'ENOSPC',
  'EDQUOT',
  'XMinioStorageFull',
  'InsufficientStorage',
  'QuotaExceeded',
]);

/** Makes the error service_unavailable for the blob store; `details.reason` is `disk_full` when the store has no free space. */
export function storeAway(cause: unknown): BridgeError {
  const isFull = FULL_CODES.has(errorCodeOf(cause));
  return new BridgeError(
    'service_unavailable',
    { part: 'blob store', ...(isFull ? { reason: 'disk_full' as const } : {}) },
    { cause, retryAfterS: isFull ? 5 : 1 },
  );
}

import { LIMITS, type BodyRef } from '@bridge/contracts';
import type { Ids } from '@bridge/kernel';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { BlobRead, BlobStore, OwnedBytes } from './blob-store.ts';
import { missing, sha256Of, verify } from './sha256.ts';
import { countChars, newlineOf, type TextBody } from './text-body.ts';

/** Measures a text or its UTF-8 bytes as a body; large ones are hashed in the thread pool. */
export async function bodyOf(text: string | Uint8Array): Promise<TextBody> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const sha256 = await sha256Of(bytes);
  return { bytes, sha256, chars: countChars(bytes), newline: newlineOf(bytes) };
}

/** Folder of an object that one call creates: `body` when a revision may adopt it, `ingest` when it is read once. */
export type BodyFolder = 'body' | 'ingest';

/** Makes the key of a new object: the folder and 128 random bits. */
export function newObject(ids: Ids, folder: BodyFolder): string {
  // The key contains only the random part of the id.
  return `${folder}/${ids.make(folder).slice(folder.length + 1)}`;
}

/** Stores a body under this key and returns its reference; durable when it resolves. */
export async function putObject(
  store: Pick<BlobStore, 'put'>,
  object: string,
  { bytes, ...facts }: TextBody,
): Promise<Extract<BodyRef, { object: string }>> {
  await store.put(object, bytes, facts.sha256);
  return { ...facts, bytes: bytes.byteLength, object };
}

/**
 * Returns the reference of a body on the bus and in rows: inline up to `inlineBytesMax` (at most 256 KiB), else an
 * object, which is durable when this resolves. ADR 004.
 */
export async function putBody(
  store: Pick<BlobStore, 'put'>,
  ids: Ids,
  body: TextBody,
  folder: BodyFolder = 'body',
  inlineBytesMax: number = LIMITS.inlineBodyBytesMax,
): Promise<BodyRef> {
  const facts = { ...body, bytes: body.bytes.byteLength };
  if (facts.bytes <= inlineBytesMax) {
    return { ...facts, inline: Buffer.from(body.bytes).toString('base64') };
  }
  return putObject(store, newObject(ids, folder), body);
}

/** Decodes the bytes of an inline reference. */
function inlineBytes(ref: Extract<BodyRef, { inline: string }>): OwnedBytes {
  return new Uint8Array(Buffer.from(ref.inline, 'base64'));
}

/** Reads all bytes of a body and verifies their SHA-256; throws content_damaged when they are missing or different. */
export async function readBody(store: Pick<BlobStore, 'get'>, ref: BodyRef): Promise<OwnedBytes> {
  if ('inline' in ref) {
    const bytes = inlineBytes(ref);
    await verify('an inline body', bytes, ref.sha256);
    return bytes;
  }
  const bytes = await store.get(ref.object, ref.sha256);
  if (bytes === null) throw missing(ref.object);
  return bytes;
}

/**
 * Maximum number of bytes of a body that is kept in memory. Larger bodies are read twice: once to verify them, once to
 * deliver them.
 */
const HELD_BYTES_MAX = LIMITS.largeBodyBytesMin;

/** Reads an object to its end and drops its bytes; throws content_damaged when it is missing or altered. */
export async function verifyObject(
  store: Pick<BlobStore, 'stream'>,
  object: string,
  sha256: string,
): Promise<void> {
  const read = await store.stream(object, sha256);
  if (read === null) throw missing(object);
  read.stream.resume();
  await finished(read.stream);
}

/**
 * Opens a body as a stream whose bytes were verified before, so that a response never starts with damaged content.
 * Throws content_damaged. An object that is altered between the two reads ends the stream with an error before its last
 * chunk.
 */
export async function streamBody(
  store: Pick<BlobStore, 'get' | 'stream'>,
  ref: BodyRef,
): Promise<BlobRead> {
  if ('inline' in ref || ref.bytes <= HELD_BYTES_MAX) {
    const bytes = await readBody(store, ref);
    return { bytes: bytes.byteLength, stream: Readable.from([bytes], { objectMode: false }) };
  }
  await verifyObject(store, ref.object, ref.sha256);
  const read = await store.stream(ref.object, ref.sha256);
  if (read === null) throw missing(ref.object);
  return read;
}

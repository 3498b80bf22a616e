import { LIMITS, type BodyReference } from '@bridge/contracts';
import type { RandomIdGenerator } from '@bridge/kernel';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { BlobReadStream, BlobStore, TransferableBytes } from './blob-store.ts';
import { missingContent, sha256Of, verify } from './sha256.ts';
import { countChars, newlineOf, type HashedText } from './text-body.ts';

/** Computes SHA-256, number of characters and kind of line endings of a text. Large texts are hashed in the thread pool. */
export async function bodyOf(text: string | Uint8Array): Promise<HashedText> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const sha256 = await sha256Of(bytes);
  return { bytes, sha256, chars: countChars(bytes), newline: newlineOf(bytes) };
}

/**
 * Folder of an object that a call stores: `body` for the texts of a draft, which stay, `ingest` for texts that are read once.
 */
export type TextObjectFolder = 'body' | 'ingest';

/** Makes a new object key: the folder and 128 random bits. */
export function newObject(ids: RandomIdGenerator, folder: TextObjectFolder): string {
  // The generated id is a prefix, an underscore and random characters; the object key contains only the random characters.
  return `${folder}/${ids.make(folder).slice(folder.length + 1)}`;
}

/** Stores a text durably under the key `object`. Returns its body reference: size, hash and object key. */
export async function putObject(
  store: Pick<BlobStore, 'put'>,
  object: string,
  { bytes, ...facts }: HashedText,
): Promise<Extract<BodyReference, { object: string }>> {
  await store.put(object, bytes, facts.sha256);
  return { ...facts, bytes: bytes.byteLength, object };
}

/**
 * Returns a body reference for a text. It contains the text itself up to `inlineBytesMax` (at most 256 KiB), else the key of an
 * object that is stored durably first. ADR 004.
 */
export async function putBody(
  store: Pick<BlobStore, 'put'>,
  ids: RandomIdGenerator,
  body: HashedText,
  folder: TextObjectFolder = 'body',
  inlineBytesMax: number = LIMITS.inlineBodyBytesMax,
): Promise<BodyReference> {
  const facts = { ...body, bytes: body.bytes.byteLength };
  if (facts.bytes <= inlineBytesMax) {
    return { ...facts, inline: Buffer.from(body.bytes).toString('base64') };
  }
  return putObject(store, newObject(ids, folder), body);
}

/** Decodes the bytes of a body reference that contains the text itself. */
function inlineBytes(ref: Extract<BodyReference, { inline: string }>): TransferableBytes {
  return new Uint8Array(Buffer.from(ref.inline, 'base64'));
}

/**
 * Reads the bytes to which a body reference refers and verifies their SHA-256. Throws content_damaged for missing or altered
 * bytes.
 */
export async function readBody(
  store: Pick<BlobStore, 'get'>,
  ref: BodyReference,
): Promise<TransferableBytes> {
  if ('inline' in ref) {
    const bytes = inlineBytes(ref);
    await verify('an inline body', bytes, ref.sha256);
    return bytes;
  }
  const bytes = await store.get(ref.object, ref.sha256);
  if (bytes === null) throw missingContent(ref.object);
  return bytes;
}

/**
 * Maximum size in bytes of a text that is verified in memory before it is sent. Larger texts are read from the store twice:
 * first to verify them, then to send them.
 */
const HELD_BYTES_MAX = LIMITS.largeBodyBytesMin;

/** Reads an object to its end to verify it. Throws content_damaged when it is missing or altered. */
export async function verifyObject(
  store: Pick<BlobStore, 'stream'>,
  object: string,
  sha256: string,
): Promise<void> {
  const read = await store.stream(object, sha256);
  if (read === null) throw missingContent(object);
  read.stream.resume();
  await finished(read.stream);
}

/**
 * Verifies the bytes to which a body reference refers before it opens the stream, so that a response never starts with damaged
 * content. Throws content_damaged. If a large object changes after that check, the stream ends with an error before its last
 * chunk.
 */
export async function streamBody(
  store: Pick<BlobStore, 'get' | 'stream'>,
  ref: BodyReference,
): Promise<BlobReadStream> {
  if ('inline' in ref || ref.bytes <= HELD_BYTES_MAX) {
    const bytes = await readBody(store, ref);
    return { bytes: bytes.byteLength, stream: Readable.from([bytes], { objectMode: false }) };
  }
  await verifyObject(store, ref.object, ref.sha256);
  const read = await store.stream(ref.object, ref.sha256);
  if (read === null) throw missingContent(ref.object);
  return read;
}

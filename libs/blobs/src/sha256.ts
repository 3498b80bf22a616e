import { BridgeError, counter } from '@bridge/kernel';
import { createHash, hash, subtle } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** Bytes up to this size are hashed on the event loop, larger ones in the thread pool (20 MiB take 15 to 60 ms). */
const ON_LOOP_BYTES_MAX = 256 * 1024;

/** Computes the SHA-256 of bytes, in hex. */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
  if (bytes.byteLength <= ON_LOOP_BYTES_MAX) return hash('sha256', bytes);
  // The type assertion is safe: no caller passes bytes in shared memory, which `digest` does not accept.
  return Buffer.from(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString(
    'hex',
  );
}

const damagedReads = counter(
  'content_damaged',
  'Reads of stored content that was missing or altered.',
  ['reason'] as const,
);
// The counters start at 0, so that a dashboard shows 0 instead of no data.
for (const reason of ['missing', 'altered']) damagedReads.inc({ reason }, 0);

/** Makes the error content_damaged for altered bytes and counts it in a metric. Its cause names the object and both hashes. */
export function alteredContent(what: string, wanted: string, found: string): BridgeError {
  damagedReads.inc({ reason: 'altered' });
  const cause = `${what} has SHA-256 ${found}, not ${wanted}`;
  return new BridgeError('content_damaged', {}, { cause });
}

/**
 * Makes the error content_damaged for an object that a database row or body reference names but the store lacks. Counts it in a
 * metric.
 */
export function missingContent(object: string): BridgeError {
  damagedReads.inc({ reason: 'missing' });
  return new BridgeError('content_damaged', {}, { cause: `${object} is named but missing` });
}

/** Makes the error for a key under which other bytes are already stored. */
export function keyInUse(what: string, wanted: string, found: string): BridgeError {
  return new BridgeError('internal', {}, { cause: `${what} has SHA-256 ${found}, not ${wanted}` });
}

/** Throws content_damaged unless the bytes have this SHA-256. */
export async function verify(what: string, bytes: Uint8Array, sha256: string): Promise<void> {
  const found = await sha256Of(bytes);
  if (found !== sha256) throw alteredContent(what, sha256, found);
}

/**
 * A stream that forwards bytes and withholds the last chunk until their SHA-256 is verified, so that damaged content never
 * looks complete to the reader.
 */
export class HashVerifyingStream extends Transform {
  readonly #hash = createHash('sha256');
  readonly #what: string;
  readonly #wanted: string;
  #held: Buffer | undefined;

  constructor(what: string, sha256: string) {
    super();
    this.#what = what;
    this.#wanted = sha256;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#hash.update(chunk);
    if (this.#held !== undefined) this.push(this.#held);
    this.#held = chunk;
    done();
  }

  override _flush(done: TransformCallback): void {
    const found = this.#hash.digest('hex');
    if (found === this.#wanted) done(null, this.#held);
    else done(alteredContent(this.#what, this.#wanted, found));
  }
}

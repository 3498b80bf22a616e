import { BridgeError, counter } from '@bridge/kernel';
import { createHash, hash, subtle } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/**
 * Maximum number of bytes that are hashed on the event loop. Larger bytes are hashed in the thread pool: 20 MiB would
 * block the event loop for 15 to 60 ms.
 */
const ON_LOOP_BYTES_MAX = 256 * 1024;

/** Computes the SHA-256 of bytes, hex. */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
  if (bytes.byteLength <= ON_LOOP_BYTES_MAX) return hash('sha256', bytes);
  // The type allows shared memory, which no caller passes.
  return Buffer.from(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString(
    'hex',
  );
}

const damagedReads = counter(
  'content_damaged',
  'Reads of stored content that was missing or altered.',
  ['reason'] as const,
);
// Both counters start at 0, so that a dashboard distinguishes no damage from no measurement.
for (const reason of ['missing', 'altered']) damagedReads.inc({ reason }, 0);

/** Makes the error for stored bytes that were altered; it is counted, and its cause names the object. */
export function altered(what: string, wanted: string, found: string): BridgeError {
  damagedReads.inc({ reason: 'altered' });
  const cause = `${what} has SHA-256 ${found}, not ${wanted}`;
  return new BridgeError('content_damaged', {}, { cause });
}

/** Makes the error for an object that a row names and the store does not have; it is counted. */
export function missing(object: string): BridgeError {
  damagedReads.inc({ reason: 'missing' });
  return new BridgeError('content_damaged', {}, { cause: `${object} is named but missing` });
}

/** Makes the error for a key under which other bytes are stored already. */
export function keyInUse(what: string, wanted: string, found: string): BridgeError {
  return new BridgeError('internal', {}, { cause: `${what} has SHA-256 ${found}, not ${wanted}` });
}

/** Throws content_damaged unless the bytes have this hash. */
export async function verify(what: string, bytes: Uint8Array, sha256: string): Promise<void> {
  const found = await sha256Of(bytes);
  if (found !== sha256) throw altered(what, sha256, found);
}

/**
 * Passes bytes through and holds the last chunk back until the hash is verified, so that a reader that counts bytes never
 * takes corrupt content for complete.
 */
export class VerifyingStream extends Transform {
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
    else done(altered(this.#what, this.#wanted, found));
  }
}

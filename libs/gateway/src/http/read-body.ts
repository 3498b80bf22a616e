import { LIMITS } from '@bridge/contracts';
import { BridgeError, whenClosed, type Clock } from '@bridge/kernel';
import { detachBuffer } from '@bridge/web';
import type { Place } from '../admission/body-budget.ts';
import type { Exchange } from './exchange.ts';

/** A whole body arrives by then, or the request ends as request_timeout. Spec: safety.slow-clients. */
const BODY_MS_MAX = 60_000;
/** Slower than this, once the grace time is over, is a client that only wants to hold a place. */
const BYTES_PER_SECOND_MIN = 16 * 1024;
const GRACE_MS = 5_000;
const CHECK_MS = 1_000;

/** A media type in UTF-8, which is what an absent charset means here too. */
const MEDIA_TYPE =
  /^([a-z]+\/[a-z]+)[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*(?:utf-8|"utf-8")[ \t]*)?$/i;

/** Length that the headers declare; null when the body comes in chunks. */
export function declaredBytes({ request: { headers } }: Exchange): number | null {
  if (headers['transfer-encoding'] !== undefined) return null;
  return Number(headers['content-length'] ?? 0);
}

/**
 * Checks everything about a body that its headers tell, before the key: its media type, in UTF-8, not encoded, not too
 * long. Throws unsupported_media_type and payload_too_large. Spec: limits.body, safety.content-type.
 */
export function checkBodyHeaders(
  exchange: Exchange,
  bytesMax: number,
  mediaType: 'application/json' | 'text/html' = 'application/json',
): void {
  const { headers } = exchange.request;
  const encoding = headers['content-encoding'];
  const [, sent = ''] = MEDIA_TYPE.exec(headers['content-type'] ?? '') ?? [];
  if (sent.toLowerCase() !== mediaType || encoding !== undefined)
    throw new BridgeError('unsupported_media_type', { media_type: mediaType });
  if ((declaredBytes(exchange) ?? 0) > bytesMax) throw tooLarge(bytesMax);
}

/** Collects chunks; a large body of known length in one allocation, so that the bytes can move to a worker. */
class Collector {
  #whole: Buffer | null;
  #chunks: Buffer[] = [];
  bytes = 0;

  constructor(declared: number | null) {
    // Not from the pool: a buffer of its own can be handed over without copying.
    const isLarge = declared !== null && declared >= LIMITS.largeBodyBytesMin;
    this.#whole = isLarge ? Buffer.allocUnsafeSlow(declared) : null;
  }
  add(chunk: Buffer): void {
    const { length } = chunk;
    if (this.#whole === null) this.#chunks.push(chunk);
    else {
      chunk.copy(this.#whole, this.bytes);
      // Thousands of copied chunks would lie between what lives longer, and the allocator could not return their memory.
      detachBuffer(chunk);
    }
    this.bytes += length;
  }
  take(): Buffer {
    if (this.#whole !== null) return this.#whole;
    const [only] = this.#chunks;
    if (only !== undefined && this.#chunks.length === 1) return only;
    const whole = Buffer.allocUnsafeSlow(this.bytes);
    let at = 0;
    for (const chunk of this.#chunks) {
      at += chunk.copy(whole, at);
      detachBuffer(chunk);
    }
    return whole;
  }
}

function tooLarge(bytesMax: number): BridgeError {
  return new BridgeError('payload_too_large', { bytes_max: bytesMax });
}

/** The body that came with the headers, as most do while the key is looked up: nothing to wait for, nobody to time. */
function arrived({ request }: Exchange): Buffer | null {
  if (!request.complete) return null;
  // The whole buffer, or null when the body is empty; no encoding is ever set.
  return (request.read() as Buffer | null) ?? Buffer.alloc(0);
}

/**
 * Reads a body whose headers were checked. `place` grows with it, so that no more is ever held than was admitted. Throws
 * payload_too_large, request_timeout, and what `place` throws.
 */
export function readBody(
  exchange: Exchange,
  bytesMax: number,
  place: Pick<Place, 'grow'>,
  clock: Clock,
): Promise<Buffer> {
  const { request, response } = exchange;
  const declared = declaredBytes(exchange);
  // A body that nobody read is destroyed only with its connection.
  if (request.destroyed) return Promise.reject(new BridgeError('request_timeout', {}));
  place.grow(declared ?? 0);
  const whole = arrived(exchange);
  if (whole !== null) {
    if (whole.length > bytesMax) return Promise.reject(tooLarge(bytesMax));
    place.grow(whole.length);
    return Promise.resolve(whole);
  }
  if (request.headers.expect !== undefined) response.writeContinue();
  const collector = new Collector(declared);
  const from = clock.monotonic();
  return new Promise((resolve, reject) => {
    let forget = (): void => undefined;
    const end = (error?: unknown): void => {
      clearInterval(timer);
      request.off('data', onData).off('end', onEnd);
      forget();
      if (error === undefined) resolve(collector.take());
      else
        reject(error instanceof Error ? error : new BridgeError('internal', {}, { cause: error }));
    };
    const onData = (chunk: Buffer): void => {
      try {
        if (collector.bytes + chunk.length > bytesMax) throw tooLarge(bytesMax);
        if (declared === null) place.grow(collector.bytes + chunk.length);
        collector.add(chunk);
      } catch (error) {
        end(error);
      }
    };
    const onEnd = (): void => end();
    // The client is gone; nobody will read this answer, but whoever holds something must let it go.
    const onClose = (): void => end(new BridgeError('request_timeout', {}));
    const timer = setInterval(() => {
      const passedMs = clock.monotonic() - from;
      const isSlow =
        passedMs > GRACE_MS && collector.bytes / (passedMs / 1_000) < BYTES_PER_SECOND_MIN;
      if (isSlow || passedMs > BODY_MS_MAX) end(new BridgeError('request_timeout', {}));
    }, CHECK_MS);
    timer.unref();
    request.on('data', onData).on('end', onEnd);
    forget = whenClosed(request, onClose);
  });
}

/** Room for a small body: bounded by its length alone. */
export const SMALL_PLACE: Pick<Place, 'grow'> = { grow: () => undefined };
/** Bytes of a body everywhere but on act, mcp and layers. */
export const SMALL_BODY_BYTES_MAX = LIMITS.smallBodyBytesMax;

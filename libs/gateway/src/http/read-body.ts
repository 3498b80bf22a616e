import { LIMITS } from '@bridge/contracts';
import { BridgeError, whenClosed, type Clock } from '@bridge/kernel';
import { releaseBuffer } from '@bridge/web';
import type { BodyMemoryReservation } from '../admission/body-budget.ts';
import type { HttpExchange } from './exchange.ts';

/** Maximum time in ms to receive a body; then it is refused with request_timeout. Spec: safety.slow-clients. */
const BODY_MS_MAX = 60_000;
/**
 * Minimum average rate of a body in bytes per second, checked after the grace time. A slower body is refused with
 * request_timeout, because it holds its memory reservation too long.
 */
const BYTES_PER_SECOND_MIN = 16 * 1024;
const GRACE_MS = 5_000;
const CHECK_MS = 1_000;

/** Matches a media type with the charset UTF-8 or without one, which means UTF-8. */
const MEDIA_TYPE =
  /^([a-z]+\/[a-z]+)[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*(?:utf-8|"utf-8")[ \t]*)?$/i;

/** Returns the declared length of the request body in bytes: null for a chunked body, 0 without the header Content-Length. */
export function declaredBytes({ request: { headers } }: HttpExchange): number | null {
  if (headers['transfer-encoding'] !== undefined) return null;
  return Number(headers['content-length'] ?? 0);
}

/**
 * Checks the headers of a body before the key is looked up: media type, charset, encoding and length. Throws
 * unsupported_media_type and payload_too_large. Spec: limits.body, safety.content-type.
 */
export function checkBodyHeaders(
  exchange: HttpExchange,
  bytesMax: number,
  mediaType: 'application/json' | 'text/html' = 'application/json',
): void {
  const { headers } = exchange.request;
  const encoding = headers['content-encoding'];
  const [, sentType = ''] = MEDIA_TYPE.exec(headers['content-type'] ?? '') ?? [];
  if (sentType.toLowerCase() !== mediaType || encoding !== undefined)
    throw new BridgeError('unsupported_media_type', { media_type: mediaType });
  if ((declaredBytes(exchange) ?? 0) > bytesMax) throw tooLarge(bytesMax);
}

/**
 * Collects the chunks of a request body. A large body of known length gets its own buffer, which can be transferred to a
 * worker thread.
 */
class ChunkCollector {
  #whole: Buffer | null;
  #chunks: Buffer[] = [];
  bytes = 0;

  constructor(declared: number | null) {
    // Allocated outside Node’s buffer pool: only a buffer with its own memory can be transferred.
    const isLarge = declared !== null && declared >= LIMITS.largeBodyBytesMin;
    this.#whole = isLarge ? Buffer.allocUnsafeSlow(declared) : null;
  }
  add(chunk: Buffer): void {
    const { length } = chunk;
    if (this.#whole === null) this.#chunks.push(chunk);
    else {
      chunk.copy(this.#whole, this.bytes);
      // Frees the chunk at once: thousands of them between longer-lived allocations would fragment the heap.
      releaseBuffer(chunk);
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
      releaseBuffer(chunk);
    }
    return whole;
  }
}

function tooLarge(bytesMax: number): BridgeError {
  return new BridgeError('payload_too_large', { bytes_max: bytesMax });
}

/** Returns the body if it has arrived completely, as most bodies do while the key is looked up; else null. */
function takeArrivedBody({ request }: HttpExchange): Buffer | null {
  if (!request.complete) return null;
  // Safe cast: without an encoding, `read` returns a Buffer, or null for an empty body.
  return (request.read() as Buffer | null) ?? Buffer.alloc(0);
}

/**
 * Reads a request body whose headers were checked. Memory is reserved with `reservation` before bytes are kept. Throws
 * payload_too_large, request_timeout, and the errors of `reservation`.
 */
export function readBody(
  exchange: HttpExchange,
  bytesMax: number,
  reservation: Pick<BodyMemoryReservation, 'grow'>,
  clock: Clock,
): Promise<Buffer> {
  const { request, response } = exchange;
  const declared = declaredBytes(exchange);
  // A request that is destroyed before its body was read belongs to a client that has disconnected.
  if (request.destroyed) return Promise.reject(new BridgeError('request_timeout', {}));
  reservation.grow(declared ?? 0);
  const whole = takeArrivedBody(exchange);
  if (whole !== null) {
    if (whole.length > bytesMax) return Promise.reject(tooLarge(bytesMax));
    reservation.grow(whole.length);
    return Promise.resolve(whole);
  }
  if (request.headers.expect !== undefined) response.writeContinue();
  const collector = new ChunkCollector(declared);
  const from = clock.monotonic();
  return new Promise((resolve, reject) => {
    let unwatch = (): void => undefined;
    const end = (error?: unknown): void => {
      clearInterval(timer);
      request.off('data', onData).off('end', onEnd);
      unwatch();
      if (error === undefined) resolve(collector.take());
      else
        reject(error instanceof Error ? error : new BridgeError('internal', {}, { cause: error }));
    };
    const onData = (chunk: Buffer): void => {
      try {
        if (collector.bytes + chunk.length > bytesMax) throw tooLarge(bytesMax);
        if (declared === null) reservation.grow(collector.bytes + chunk.length);
        collector.add(chunk);
      } catch (error) {
        end(error);
      }
    };
    const onEnd = (): void => end();
    // No client can read this error; it only makes the caller release its resources.
    const onClose = (): void => end(new BridgeError('request_timeout', {}));
    const timer = setInterval(() => {
      const passedMs = clock.monotonic() - from;
      const isSlow =
        passedMs > GRACE_MS && collector.bytes / (passedMs / 1_000) < BYTES_PER_SECOND_MIN;
      if (isSlow || passedMs > BODY_MS_MAX) end(new BridgeError('request_timeout', {}));
    }, CHECK_MS);
    timer.unref();
    request.on('data', onData).on('end', onEnd);
    unwatch = whenClosed(request, onClose);
  });
}

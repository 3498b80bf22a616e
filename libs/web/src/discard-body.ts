import { whenClosed } from '@bridge/kernel';
import type { IncomingMessage } from 'node:http';
import { releaseBuffer } from './release-buffer.ts';

/** Number of bytes that are read from the body of a refused request before reading is paused. */
const TURN_BYTES = 4 * 1024 * 1024;
/**
 * Interval in ms at which the reading of one paused body is resumed; it limits all refused bodies together to 1 GiB/s. At lower
 * rates, a client that sends its whole body before it reads loses the response (9 of 10 clients at 128 MiB/s). Without pauses,
 * small reads by other clients become slower.
 */
const TURN_MS = 4;

/** A refused request whose body is read and discarded. */
interface BodyDiscardState {
  readonly request: IncomingMessage;
  isPaused: boolean;
}
/** Requests whose bodies are being discarded, in order of arrival. */
const bodies = new Set<BodyDiscardState>();
let resumeTimer: NodeJS.Timeout | undefined;

/**
 * Resumes the paused body whose request arrived first. If all bodies resumed together, no client would receive its response in
 * time.
 */
function resumeOldest(): void {
  for (const body of bodies) {
    if (!body.isPaused) continue;
    body.isPaused = false;
    body.request.resume();
    return;
  }
  clearInterval(resumeTimer);
  resumeTimer = undefined;
}

/**
 * Reads and discards the rest of the body of a refused request, with a pause after each `TURN_BYTES`. Without the pauses this
 * would take CPU time and memory from admitted requests.
 */
export function discardBody(request: IncomingMessage): void {
  const body: BodyDiscardState = { request, isPaused: false };
  bodies.add(body);
  let left = TURN_BYTES;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    releaseBuffer(chunk);
    if (left > 0) return;
    left = TURN_BYTES;
    request.pause();
    body.isPaused = true;
    resumeTimer ??= setInterval(resumeOldest, TURN_MS);
  });
  whenClosed(request, () => bodies.delete(body));
}

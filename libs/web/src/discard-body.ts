import { whenClosed } from '@bridge/kernel';
import type { IncomingMessage } from 'node:http';
import { releaseBuffer } from './release-buffer.ts';

/** Number of bytes of one body that are discarded before the body is paused. */
const TURN_BYTES = 4 * 1024 * 1024;
/**
 * Interval in ms at which one paused body continues: all refused bodies together are read at 1 GiB/s at most. At a
 * lower rate, clients that send everything before they read lose their answer when the connection is closed (of 50 with
 * 20 MiB each: 9 in 10 at 128 MiB/s, 1 to 2 in 10 at 512 MiB/s). Without pauses, small reads wait twice as long.
 */
const TURN_MS = 4;

interface DiscardedBody {
  readonly request: IncomingMessage;
  isPaused: boolean;
}
/** Bodies that are being discarded, in order of arrival. */
const bodies = new Set<DiscardedBody>();
let resumeTimer: NodeJS.Timeout | undefined;

/** Resumes the oldest paused body. If all continued at once, no client would receive its answer in time. */
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
 * Reads and discards the rest of a refused body, alternating with all others. At the full speed of its client it would use
 * the CPU and memory that admission reserves for admitted calls.
 */
export function discardBody(request: IncomingMessage): void {
  const body: DiscardedBody = { request, isPaused: false };
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

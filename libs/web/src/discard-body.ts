import { whenClosed } from '@bridge/kernel';
import type { IncomingMessage } from 'node:http';
import { detachBuffer } from './detach-buffer.ts';

/** This much of one body is discarded before others get their turn. */
const TURN_BYTES = 4 * 1024 * 1024;
/**
 * Length of a turn: all refused bodies together arrive at 1 GiB/s at most. Slower, clients that read nothing before they
 * have sent everything lose their answer to the end of the lingering (of 50 with 20 MiB each, 9 in 10 at 128 MiB/s, 1 to 2
 * in 10 at 512, next to none at this rate). Without turns, small reads wait twice as long.
 */
const TURN_MS = 4;

interface Body {
  readonly request: IncomingMessage;
  isWaiting: boolean;
}
/** In order of arrival. */
const bodies = new Set<Body>();
let turns: NodeJS.Timeout | undefined;

/**
 * The oldest waiting body continues: a client that reads nothing before it has sent everything gets its answer then, and
 * if all continued at once none would get it in time.
 */
function nextTurn(): void {
  for (const body of bodies) {
    if (!body.isWaiting) continue;
    body.isWaiting = false;
    body.request.resume();
    return;
  }
  clearInterval(turns);
  turns = undefined;
}

/**
 * Reads and discards the rest of a refused body, in turns with all others: at the full speed of its client it would take
 * the processor, and its chunks the memory, that the admission kept free.
 */
export function discardBody(request: IncomingMessage): void {
  const body: Body = { request, isWaiting: false };
  bodies.add(body);
  let left = TURN_BYTES;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    detachBuffer(chunk);
    if (left > 0) return;
    left = TURN_BYTES;
    request.pause();
    body.isWaiting = true;
    turns ??= setInterval(nextTurn, TURN_MS);
  });
  whenClosed(request, () => bodies.delete(body));
}

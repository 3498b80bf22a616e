import type { IncomingMessage } from 'node:http';
import { whenClosed } from '@bridge/kernel';
import { giveBack } from '../give-back.ts';

/** Of one body so much is thrown away before others are looked at. */
const TURN_BYTES = 4 * 1024 * 1024;
/**
 * A turn is this long, so that all refused bodies together come at 1 GiB/s at most. Slower, clients that read nothing
 * before they have sent everything lose their answer to the end of the lingering (of 50 with 20 MiB each 9 in 10 did at 128
 * MiB/s, 1 to 2 in 10 at 512, next to none at this); without turns the waits of small reads are twice as long.
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
 * The oldest goes on: a client that reads nothing before it has sent everything gets its answer then, and all of them at
 * once would get none in time.
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
 * Throws away what still comes of a body that nobody wants, in turns with all others: as fast as clients can send it would
 * take the processor, and its chunks the memory, that the admission kept free.
 */
export function throwAway(request: IncomingMessage): void {
  const body: Body = { request, isWaiting: false };
  bodies.add(body);
  let left = TURN_BYTES;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    giveBack(chunk);
    if (left > 0) return;
    left = TURN_BYTES;
    request.pause();
    body.isWaiting = true;
    turns ??= setInterval(nextTurn, TURN_MS);
  });
  whenClosed(request, () => bodies.delete(body));
}

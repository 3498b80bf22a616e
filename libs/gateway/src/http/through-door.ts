import { BridgeError } from '@bridge/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import type { DoorKind } from '../admission/door.ts';
import type { OpenDoor } from '../admission/open-door.ts';
import { doorKind } from './door-kind.ts';
import type { Exchange } from './exchange.ts';

/** Made once: what it costs to send a call away is what it costs everybody else. */
const COME_LATER = new BridgeError('service_unavailable', {}, { retryAfterS: 1 });
/**
 * Who is sent away hears it so late: keeping a caller waiting costs nothing, and whoever asks again at once cannot spend
 * this process on being refused. Sockets are bounded, so these callers are.
 */
const SENT_AWAY_MS = { min: 500, max: 1_500 };
/** Fractions of a turn that never come together, so that those who were sent away together do not come back together. */
const GOLDEN_TURN = 0.618_033_988_75;
let sentAway = 0;

function patienceMs(): number {
  sentAway = (sentAway + GOLDEN_TURN) % 1;
  return SENT_AWAY_MS.min + sentAway * (SENT_AWAY_MS.max - SENT_AWAY_MS.min);
}

/**
 * Does the work of a call once the door lets it in; `leave` may be called earlier, when only the client is waited for.
 * Throws service_unavailable, before a key is looked up or a body is kept, when the call is to come later.
 */
export async function throughDoor<T>(
  door: OpenDoor,
  exchange: Exchange,
  kind: DoorKind | 'by body',
  work: (leave: () => void) => Promise<T>,
): Promise<T> {
  // What came together with the headers is there one turn later.
  if (kind === 'by body') await Promise.resolve();
  const leave = await door.enter(kind === 'by body' ? doorKind(exchange.request) : kind);
  if (leave === null) {
    exchange.noted.isShed = true;
    await delay(patienceMs());
    throw COME_LATER;
  }
  try {
    return await work(leave);
  } finally {
    leave();
  }
}

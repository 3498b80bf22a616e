import type { ReplyEnvelope } from '@bridge/contracts';
import { BusFailure } from './driver.ts';

/** The same envelope goes out once more after this long, or a third of the time left. Spec: idempotency.unknown. */
export const RESEND_AFTER_MS_MAX = 2_000;

/** A reply that says only "not now"; it says nothing of what the other sending of the same call does. */
class NotNow extends Error {
  readonly reply: ReplyEnvelope;
  constructor(reply: ReplyEnvelope) {
    super('not now');
    this.reply = reply;
  }
}

function isNotNow(reply: ReplyEnvelope): boolean {
  if ('busy' in reply) return true;
  return (
    !reply.ok &&
    (reply.error.code === 'idempotency_in_progress' || reply.error.code === 'service_unavailable')
  );
}

async function definite(sending: Promise<ReplyEnvelope>): Promise<ReplyEnvelope> {
  const reply = await sending;
  if (isNotNow(reply)) throw new NotNow(reply);
  return reply;
}

/** Neither sending has a definite answer: what may be said of both together. */
function withoutAnswer(reasons: readonly unknown[]): ReplyEnvelope {
  const silent = reasons.find(
    (reason) =>
      !(reason instanceof NotNow) && !(reason instanceof BusFailure && reason.kind !== 'timeout'),
  );
  // One sending may be at work unheard: whatever the other one was told, the outcome is unknown.
  if (silent !== undefined) throw new BusFailure('timeout', { cause: silent });
  const refusal = reasons.find((reason) => reason instanceof NotNow);
  if (refusal === undefined) throw reasons[0];
  return refusal.reply;
}

/** A bare timer: an aborted promise of Node's costs as much as the rest of the call together. */
function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    const settled = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    work.then(settled, settled);
  });
}

/**
 * Sends, and once more when nothing was heard for a third of `leftMs`: safe because every call is a read or carries a
 * key. The first definite answer wins; "busy" or "still being done" from one sending does not, while the other may
 * still answer. Throws BusFailure: `timeout` whenever either sending may have had an effect nobody heard of.
 */
export async function sendTwice(
  send: () => Promise<ReplyEnvelope>,
  leftMs: number,
  onResend: () => void,
): Promise<ReplyEnvelope> {
  const first = send();
  const quietMs = Math.min(RESEND_AFTER_MS_MAX, leftMs / 3);
  if (await settlesWithin(quietMs, first)) return first;
  onResend();
  try {
    return await Promise.any([definite(first), definite(send())]);
  } catch (error) {
    return withoutAnswer((error as AggregateError).errors);
  }
}

import type { ReplyEnvelope } from '@bridge/contracts';
import { settlesWithin } from '@bridge/kernel';
import { BusFailure } from './driver.ts';

/** Maximum delay before a call is sent again, ms; at most a third of the remaining time. Spec: idempotency.unknown. */
const RESEND_AFTER_MS_MAX = 2_000;

/**
 * Thrown when one of the two sent copies of a call was refused for a temporary reason, such as a busy service. The other copy
 * may still succeed.
 */
class TemporaryRefusalError extends Error {
  readonly reply: ReplyEnvelope;
  constructor(reply: ReplyEnvelope) {
    super('refused for now');
    this.reply = reply;
  }
}

function isTemporaryRefusal(reply: ReplyEnvelope): boolean {
  if ('busy' in reply) return true;
  return (
    !reply.ok &&
    (reply.error.code === 'idempotency_in_progress' || reply.error.code === 'service_unavailable')
  );
}

async function demandDefinite(copy: Promise<ReplyEnvelope>): Promise<ReplyEnvelope> {
  const reply = await copy;
  if (isTemporaryRefusal(reply)) throw new TemporaryRefusalError(reply);
  return reply;
}

/**
 * Combines the outcomes of the two copies of a call when neither got a definite reply: returns the reply of a temporary
 * refusal, or throws BusFailure.
 */
function combineReasons(reasons: readonly unknown[]): ReplyEnvelope {
  const silent = reasons.find(
    (reason) =>
      !(reason instanceof TemporaryRefusalError) &&
      !(reason instanceof BusFailure && reason.kind !== 'timeout'),
  );
  // A copy of the call that has no reply may still run, so the outcome is unknown even if the other copy was refused.
  if (silent !== undefined) throw new BusFailure('timeout', { cause: silent });
  const refusal = reasons.find((reason) => reason instanceof TemporaryRefusalError);
  if (refusal === undefined) throw reasons[0];
  return refusal.reply;
}

/**
 * Sends a call, and a second copy when no reply came within a third of `leftMs`. This is safe: every call is a read or has
 * an idempotency key. The first definite reply wins. Throws BusFailure `timeout` when a copy may have had an effect.
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
    return await Promise.any([demandDefinite(first), demandDefinite(send())]);
  } catch (error) {
    return combineReasons((error as AggregateError).errors);
  }
}

import type { ReplyEnvelope } from '@bridge/contracts';
import { BusFailure } from './driver.ts';

/**
 * Maximum delay of the second copy, ms; a third of the remaining time when that is shorter. Spec: idempotency.unknown.
 */
export const RESEND_AFTER_MS_MAX = 2_000;

/** A temporary refusal in the reply to one copy of an envelope; it says nothing about the other copy. */
class TemporaryRefusal extends Error {
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
  if (isTemporaryRefusal(reply)) throw new TemporaryRefusal(reply);
  return reply;
}

/** Combines the failures of both copies when neither has a definite reply; throws BusFailure. */
function combineReasons(reasons: readonly unknown[]): ReplyEnvelope {
  const silent = reasons.find(
    (reason) =>
      !(reason instanceof TemporaryRefusal) &&
      !(reason instanceof BusFailure && reason.kind !== 'timeout'),
  );
  // One copy may still be executing, so the outcome is unknown even if the other was refused.
  if (silent !== undefined) throw new BusFailure('timeout', { cause: silent });
  const refusal = reasons.find((reason) => reason instanceof TemporaryRefusal);
  if (refusal === undefined) throw reasons[0];
  return refusal.reply;
}

/** Uses a plain timer: an aborted `setTimeout` of node:timers/promises costs as much as the rest of the call. */
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
 * Sends an envelope, and a second copy when no reply came for a third of `leftMs`: safe because every call is a read or
 * has an idempotency key. The first definite reply wins; a temporary refusal counts only when both copies are refused.
 * Throws BusFailure: `timeout` whenever either copy may have had an effect.
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

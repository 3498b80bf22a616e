import {
  ENVELOPE_VERSION,
  HEADER,
  replyEnvelope,
  type Callable,
  type CallPrincipal,
  type ReplyEnvelope,
} from '@bridge/contracts';
import { BridgeError, counter, fromWire, inSpan, traceparent, type Clock } from '@bridge/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import { BusFailure, type BusDriver } from './driver.ts';

/** The same envelope goes out once more after this long, or a third of the budget. Source: house design section 5. */
const RESEND_AFTER_MS_MAX = 2_000;
const resends = counter('bus_resends', 'Envelopes sent a second time because no answer came.', [
  'service',
] as const);

/** One call over the bus. */
export interface Call<I> {
  readonly ctx: CallPrincipal;
  readonly input: I;
  /** Fingerprint of a keyed call; absent for reads. */
  readonly fp?: string;
  readonly requestId: string;
  /** Absolute time in ms since the epoch; by default now plus the callable's budget. */
  readonly deadline?: number;
}
/** What came back: the result and whether it is the stored one of an earlier call. */
export interface Answer<O> {
  readonly result: O;
  readonly replayed: boolean;
}
/** Sends calls to services; throws BridgeError only. */
export type Request = <I extends z.ZodType, O extends z.ZodType>(
  callable: Callable<I, O>,
  call: Call<z.input<I>>,
) => Promise<Answer<z.output<O>>>;

interface Sending {
  readonly driver: BusDriver;
  readonly clock: Clock;
  readonly callable: Callable;
  readonly data: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  readonly deadline: number;
}

function unavailable(callable: Callable, cause: unknown): BridgeError {
  return new BridgeError(
    'service_unavailable',
    { part: `${callable.service ?? 'unknown'} service` },
    { cause, retryAfterS: 1 },
  );
}

/** Silence after a change may hide an effect; after a read it cannot. */
function silent(callable: Callable, cause: unknown): BridgeError {
  return callable.lane === 'change'
    ? new BridgeError('outcome_unknown', {}, { cause })
    : unavailable(callable, cause);
}

async function sendOnce(sending: Sending): Promise<ReplyEnvelope> {
  const leftMs = Math.max(1, sending.deadline - sending.clock.now());
  const bytes = await sending.driver.request(
    sending.callable.subject,
    sending.data,
    sending.headers,
    leftMs,
  );
  return replyEnvelope.parse(
    JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')),
  );
}

function isInProgress(reply: ReplyEnvelope): boolean {
  return 'ok' in reply && !reply.ok && reply.error.code === 'idempotency_in_progress';
}

/**
 * Sends, and once more when nothing was heard for a while: safe because every call is a read or carries a key. The
 * first real answer wins; the second sending's "still being done" does not, while the first may still answer.
 */
async function sendTwice(sending: Sending): Promise<ReplyEnvelope> {
  const resendAfterMs = Math.min(RESEND_AFTER_MS_MAX, sending.callable.budgetMs / 3);
  const first = sendOnce(sending);
  const quiet = new AbortController();
  const early = await Promise.race([
    first.finally(() => quiet.abort()),
    delay(resendAfterMs, undefined, { signal: quiet.signal }).catch(() => undefined),
  ]);
  if (early !== undefined) return early;
  if (quiet.signal.aborted) return first;
  resends.inc({ service: sending.callable.service ?? 'unknown' });
  const second = sendOnce(sending).then((reply) =>
    isInProgress(reply) ? first.catch(() => reply) : reply,
  );
  try {
    return await Promise.any([first, second]);
  } catch (error) {
    // Nobody there for the second sending says nothing about the first.
    throw new BusFailure('timeout', { cause: error });
  }
}

async function exchange(sending: Sending): Promise<ReplyEnvelope> {
  try {
    return await sendTwice(sending);
  } catch (error) {
    if (!(error instanceof BusFailure)) throw new BridgeError('internal', {}, { cause: error });
    if (error.kind === 'too_large') throw new BridgeError('internal', {}, { cause: error });
    throw error.kind === 'timeout'
      ? silent(sending.callable, error)
      : unavailable(sending.callable, error);
  }
}

/** Makes the request function of this process. */
export function makeRequest(driver: BusDriver, clock: Clock): Request {
  return async (callable, call) =>
    inSpan(callable.subject, undefined, async () => {
      const deadline = call.deadline ?? clock.now() + callable.budgetMs;
      const headers: Record<string, string> = {
        [HEADER.version]: ENVELOPE_VERSION,
        [HEADER.deadline]: String(deadline),
        [HEADER.request]: call.requestId,
      };
      const parent = traceparent();
      if (parent !== undefined) headers[HEADER.trace] = parent;
      const data = Buffer.from(
        JSON.stringify({ ctx: call.ctx, fp: call.fp, input: call.input }),
        'utf8',
      );
      if (!driver.connected()) throw unavailable(callable, new BusFailure('disconnected'));
      const sending: Sending = { driver, clock, callable, data, headers, deadline };
      let reply = await exchange(sending);
      if ('busy' in reply) {
        // Surely nothing was done; another replica of the group may have room.
        await delay(Math.min(reply.retry_ms, Math.max(0, deadline - clock.now())));
        reply = await exchange(sending);
      }
      if ('busy' in reply) throw unavailable(callable, 'busy twice');
      if (!reply.ok) throw fromWire(reply.error);
      // The service checked its result against this very schema before it sent it.
      return {
        result: reply.result as z.output<typeof callable.wireOutput>,
        replayed: reply.replayed ?? false,
      };
    });
}

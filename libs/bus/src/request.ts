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
import { sendTwice } from './send-twice.ts';
import { tolerantOnce } from './tolerant.ts';

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

/** Surely nothing was done. */
function unavailable(callable: Callable, cause: unknown): BridgeError {
  return new BridgeError(
    'service_unavailable',
    { part: `${callable.service ?? 'unknown'} service` },
    { cause, retryAfterS: 1 },
  );
}

function failed(callable: Callable, error: unknown): BridgeError {
  if (!(error instanceof BusFailure) || error.kind === 'too_large')
    return new BridgeError('internal', {}, { cause: error });
  // Silence after a change may hide an effect; after a read it cannot.
  return error.kind === 'timeout' && callable.lane === 'change'
    ? new BridgeError('outcome_unknown', {}, { cause: error })
    : unavailable(callable, error);
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

async function exchange(sending: Sending): Promise<ReplyEnvelope> {
  const { callable, clock, driver } = sending;
  const leftMs = sending.deadline - clock.now();
  if (leftMs <= 0) throw unavailable(callable, 'the deadline had passed before anything was sent');
  if (!driver.connected()) throw unavailable(callable, new BusFailure('disconnected'));
  try {
    return await sendTwice(
      () => sendOnce(sending),
      leftMs,
      () => resends.inc({ service: callable.service ?? 'unknown' }),
    );
  } catch (error) {
    throw failed(callable, error);
  }
}

/** The result as this version knows it: what a newer service says beyond that does not reach an agent. */
function resultOf<O extends z.ZodType>(schema: O, result: unknown): z.output<O> {
  const parsed = tolerantOnce(schema).safeParse(result);
  if (!parsed.success) throw new BridgeError('internal', {}, { cause: parsed.error });
  return parsed.data as z.output<O>;
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
      const sending: Sending = { driver, clock, callable, data, headers, deadline };
      let reply = await exchange(sending);
      if ('busy' in reply) {
        // Surely nothing was done; another replica of the group may have room.
        await delay(Math.min(reply.retry_ms, Math.max(0, deadline - clock.now())));
        reply = await exchange(sending);
      }
      if ('busy' in reply) throw unavailable(callable, 'busy twice');
      if (!reply.ok) throw fromWire(reply.error);
      return {
        result: resultOf(callable.wireOutput, reply.result),
        replayed: reply.replayed ?? false,
      };
    });
}

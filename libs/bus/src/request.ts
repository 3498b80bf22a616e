import {
  ENVELOPE_VERSION,
  HEADER,
  replyEnvelope,
  type BusCallDefinition,
  type CallPrincipal,
  type ReplyEnvelope,
} from '@bridge/contracts';
import { BridgeError, counter, fromWire, inSpan, traceparent, type Clock } from '@bridge/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import { BusFailure, type BusDriver } from './driver.ts';
import { decodeJson, encodeJson } from './json-bytes.ts';
import { sendTwice } from './send-twice.ts';
import { tolerantOnce } from './tolerant.ts';

const resends = counter('bus_resends', 'Envelopes sent a second time because no answer came.', [
  'service',
] as const);

/** Caller, input and deadline of a call to a service over the bus. */
export interface BusCall<I> {
  readonly ctx: CallPrincipal;
  readonly input: I;
  /** Fingerprint (hash) of the input; absent when the call has no idempotency key. */
  readonly fp?: string;
  readonly requestId: string;
  /** Time in ms since the Unix epoch; default: now plus the time budget of the action. */
  readonly deadline?: number;
}
/** The result of a successful call. */
export interface SuccessfulCallResult<O> {
  readonly result: O;
  /** True when `result` is the stored result of an earlier call with the same idempotency key. */
  readonly replayed: boolean;
}
/** Function that sends a call to a service and returns its result; throws BridgeError only. */
export type ServiceRequestFunction = <I extends z.ZodType, O extends z.ZodType>(
  callable: BusCallDefinition<I, O>,
  call: BusCall<z.input<I>>,
) => Promise<SuccessfulCallResult<z.output<O>>>;

/** An encoded call with all data needed to send it, a second time if no reply comes. */
interface OutgoingCall {
  readonly driver: BusDriver;
  readonly clock: Clock;
  readonly callable: BusCallDefinition;
  readonly data: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  readonly deadline: number;
}

/** Makes the error service_unavailable, for a call that had no effect. */
function unavailable(callable: BusCallDefinition, cause: unknown): BridgeError {
  return new BridgeError(
    'service_unavailable',
    { part: `${callable.service} service` },
    { cause, retryAfterS: 1 },
  );
}

function bridgeErrorOf(callable: BusCallDefinition, error: unknown): BridgeError {
  if (!(error instanceof BusFailure) || error.kind === 'too_large')
    return new BridgeError('internal', {}, { cause: error });
  // A change without a reply may have had an effect; a read has none.
  return error.kind === 'timeout' && callable.callClass === 'change'
    ? new BridgeError('outcome_unknown', {}, { cause: error })
    : unavailable(callable, error);
}

async function sendOnce(outgoing: OutgoingCall): Promise<ReplyEnvelope> {
  const leftMs = Math.max(1, outgoing.deadline - outgoing.clock.now());
  const bytes = await outgoing.driver.request(
    outgoing.callable.subject,
    outgoing.data,
    outgoing.headers,
    leftMs,
  );
  return replyEnvelope.parse(decodeJson(bytes));
}

async function exchange(outgoing: OutgoingCall): Promise<ReplyEnvelope> {
  const { callable, clock, driver } = outgoing;
  const leftMs = outgoing.deadline - clock.now();
  if (leftMs <= 0) throw unavailable(callable, 'the deadline had passed before anything was sent');
  if (!driver.connected()) throw unavailable(callable, new BusFailure('disconnected'));
  try {
    return await sendTwice(
      () => sendOnce(outgoing),
      leftMs,
      () => resends.inc({ service: callable.service }),
    );
  } catch (error) {
    throw bridgeErrorOf(callable, error);
  }
}

/** Validates a result and removes properties that this version of the caller does not know. */
function resultOf<O extends z.ZodType>(schema: O, result: unknown): z.output<O> {
  const parsed = tolerantOnce(schema).safeParse(result);
  if (!parsed.success) throw new BridgeError('internal', {}, { cause: parsed.error });
  return parsed.data as z.output<O>;
}

/** Makes the function with which this process calls services. */
export function makeRequest(driver: BusDriver, clock: Clock): ServiceRequestFunction {
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
      const data = encodeJson({ ctx: call.ctx, fp: call.fp, input: call.input });
      const outgoing: OutgoingCall = { driver, clock, callable, data, headers, deadline };
      let reply = await exchange(outgoing);
      if ('busy' in reply) {
        // A busy replica did not run the call. After a pause it is sent again; another replica may have a free slot.
        await delay(Math.min(reply.retry_ms, Math.max(0, deadline - clock.now())));
        reply = await exchange(outgoing);
      }
      if ('busy' in reply) throw unavailable(callable, 'busy twice');
      if (!reply.ok) throw fromWire(reply.error);
      return {
        result: resultOf(callable.wireOutput, reply.result),
        replayed: reply.replayed ?? false,
      };
    });
}

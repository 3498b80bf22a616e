import {
  ENVELOPE_VERSION,
  HEADER,
  LIMITS,
  requestEnvelope,
  type Callable,
  type CallPrincipal,
} from '@bridge/contracts';
import { BridgeError, inSpan, isBridgeError, Replayed, type Logger } from '@bridge/kernel';
import type { z } from 'zod';
import type { BusMessage } from './driver.ts';

/** The circumstances of one call, as a handler sees them. */
export interface HandlerCall {
  readonly ctx: CallPrincipal;
  readonly fp: string | undefined;
  readonly requestId: string;
  /** Absolute time in ms since the epoch after which nobody waits. */
  readonly deadline: number;
  readonly log: Logger;
}

/** A handler whose types were checked where it was handed in. */
export type AnyHandler = (input: unknown, call: HandlerCall) => Promise<unknown>;

/** One callable with what answers it. */
export interface Served {
  readonly callable: Callable;
  /** The tolerant form of the callable's input schema. */
  readonly input: z.ZodType;
  readonly handler: AnyHandler;
}

/** A reply ready to leave, and the code under which it is counted (`ok` or an error code). */
export interface Reply {
  readonly code: string;
  readonly data: Uint8Array;
}

/** The bytes of a reply envelope. */
export function encode(reply: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(reply), 'utf8');
}

/** The reply of this error, with nothing but its public part. */
export function refusal(error: BridgeError): Reply {
  return { code: error.code, data: encode({ ok: false, error: error.toWire() }) };
}
const INTERNAL = refusal(new BridgeError('internal', {}));

/** An answer over the payload limit would be silence to the caller; it is told so instead. */
function travelling(reply: Reply, subject: string, log: Logger): Reply {
  const bytes = reply.data.byteLength;
  if (bytes <= LIMITS.busMessageBytesMax) return reply;
  log.error({ subject, bytes }, 'an answer is larger than a message may be');
  return INTERNAL;
}

/** A class, because a getter in a literal gives every call a shape of its own, and what is old then keeps them all. */
class Circumstances implements HandlerCall {
  readonly ctx: CallPrincipal;
  readonly fp: string | undefined;
  readonly requestId: string;
  readonly deadline: number;
  readonly #log: Logger;

  constructor({ ctx, fp, requestId, deadline }: Omit<HandlerCall, 'log'>, log: Logger) {
    this.ctx = ctx;
    this.fp = fp;
    this.requestId = requestId;
    this.deadline = deadline;
    this.#log = log;
  }

  /** Made only for the few handlers that have something to say. */
  get log(): Logger {
    return this.#log.child({ request_id: this.requestId, account: this.ctx.account_id });
  }
}

async function call(served: Served, message: BusMessage, log: Logger): Promise<unknown> {
  const version = message.headers[HEADER.version];
  // Another version is served under subjects of its own; whoever sent this here can safely come again.
  if (version !== ENVELOPE_VERSION)
    throw new BridgeError('service_unavailable', {}, { cause: `envelope version ${version}` });
  const text = Buffer.from(
    message.data.buffer,
    message.data.byteOffset,
    message.data.byteLength,
  ).toString('utf8');
  const deadline = Number(message.headers[HEADER.deadline]);
  if (!Number.isFinite(deadline))
    throw new BridgeError('internal', {}, { cause: 'a call without a deadline' });
  const envelope = requestEnvelope.parse(JSON.parse(text));
  const requestId = message.headers[HEADER.request] ?? '';
  const { ctx, fp } = envelope;
  const result = await served.handler(
    served.input.parse(envelope.input),
    new Circumstances({ ctx, fp, requestId, deadline }, log),
  );
  const replayed = result instanceof Replayed;
  const output = served.callable.wireOutput.parse(replayed ? result.result : result);
  return replayed ? { ok: true, result: output, replayed } : { ok: true, result: output };
}

function failure(error: unknown, served: Served, log: Logger): Reply {
  const { subject } = served.callable;
  if (isBridgeError(error)) {
    if (error.cause !== undefined)
      log.warn({ err: error.cause, code: error.code, subject }, 'call failed');
    return refusal(error);
  }
  // What broke is for the log; its text may hold anything.
  log.error({ err: error, subject }, 'call broke');
  return INTERNAL;
}

async function attempt(served: Served, message: BusMessage, log: Logger): Promise<Reply> {
  const { subject } = served.callable;
  try {
    const reply = await inSpan(subject, message.headers[HEADER.trace], () =>
      call(served, message, log),
    );
    return { code: 'ok', data: encode(reply) };
  } catch (error) {
    return failure(error, served, log);
  }
}

/**
 * Answers one message, whatever happens, and never rejects: a handler that breaks, or an answer that cannot be written
 * or cannot travel, is `internal`.
 */
export async function answer(served: Served, message: BusMessage, log: Logger): Promise<Reply> {
  const { subject } = served.callable;
  try {
    return travelling(await attempt(served, message, log), subject, log);
  } catch (error) {
    log.error({ err: error, subject }, 'an error could not be written');
    return INTERNAL;
  }
}

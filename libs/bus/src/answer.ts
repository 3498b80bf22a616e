import {
  ENVELOPE_VERSION,
  HEADER,
  LIMITS,
  requestEnvelope,
  type BusCallDefinition,
  type CallPrincipal,
} from '@bridge/contracts';
import { BridgeError, inSpan, isBridgeError, ReplayedResult, type Logger } from '@bridge/kernel';
import type { z } from 'zod';
import type { BusMessage } from './driver.ts';
import { decodeJson, encodeJson } from './json-bytes.ts';

/** One call to a service, as its handler receives it. */
export interface ServiceCallContext {
  readonly ctx: CallPrincipal;
  readonly fp: string | undefined;
  readonly requestId: string;
  /** Time at which the caller stops waiting, in ms since the Unix epoch. */
  readonly deadline: number;
  readonly log: Logger;
}

/**
 * A handler of any action (for agents) or message (between services). The type `ServiceHandlers` has checked its input and
 * result types.
 */
export type AnyServiceCallHandler = (input: unknown, call: ServiceCallContext) => Promise<unknown>;

/** An action (for agents) or message (between services) that a service answers, with its handler. */
export interface CallableWithHandler {
  readonly callable: BusCallDefinition;
  /** Input schema that ignores unknown properties, which a newer caller may send. */
  readonly input: z.ZodType;
  readonly handler: AnyServiceCallHandler;
}

/** An encoded reply, and its code in the metrics: `ok` or an error code. */
export interface EncodedReply {
  readonly code: string;
  readonly data: Uint8Array;
}

/** Encodes an error as a reply with its code and public details only. */
export function errorReply(error: BridgeError): EncodedReply {
  return { code: error.code, data: encodeJson({ ok: false, error: error.toWire() }) };
}
const INTERNAL = errorReply(new BridgeError('internal', {}));

/**
 * The data of one call for its handler. It is a class because V8 creates a new hidden class for each object literal with a
 * getter, and such classes keep old calls in memory.
 */
class LazyLoggerCallContext implements ServiceCallContext {
  readonly ctx: CallPrincipal;
  readonly fp: string | undefined;
  readonly requestId: string;
  readonly deadline: number;
  readonly #log: Logger;

  constructor({ ctx, fp, requestId, deadline }: Omit<ServiceCallContext, 'log'>, log: Logger) {
    this.ctx = ctx;
    this.fp = fp;
    this.requestId = requestId;
    this.deadline = deadline;
    this.#log = log;
  }

  /** Logger with the call's ids, created at its first use because few handlers log. */
  get log(): Logger {
    return this.#log.child({ request_id: this.requestId, account: this.ctx.account_id });
  }
}

/** Parses a message, runs its handler and returns the reply body. */
async function runHandler(
  served: CallableWithHandler,
  message: BusMessage,
  log: Logger,
): Promise<unknown> {
  const version = message.headers[HEADER.version];
  // A call in another version of the message format is not executed, so the caller may retry.
  if (version !== ENVELOPE_VERSION)
    throw new BridgeError('service_unavailable', {}, { cause: `envelope version ${version}` });
  const deadline = Number(message.headers[HEADER.deadline]);
  if (!Number.isFinite(deadline))
    throw new BridgeError('internal', {}, { cause: 'a call without a deadline' });
  const { ctx, fp, input } = requestEnvelope.parse(decodeJson(message.data));
  const requestId = message.headers[HEADER.request] ?? '';
  const result = await served.handler(
    served.input.parse(input),
    new LazyLoggerCallContext({ ctx, fp, requestId, deadline }, log),
  );
  const replayed = result instanceof ReplayedResult;
  const output = served.callable.wireOutput.parse(replayed ? result.result : result);
  return replayed ? { ok: true, result: output, replayed } : { ok: true, result: output };
}

function failureReply(error: unknown, served: CallableWithHandler, log: Logger): EncodedReply {
  const { subject } = served.callable;
  if (isBridgeError(error)) {
    if (error.cause !== undefined)
      log.warn({ err: error.cause, code: error.code, subject }, 'call_failed');
    return errorReply(error);
  }
  // The error's text may contain private data: it is logged and not sent.
  log.error({ err: error, subject }, 'call_broke');
  return INTERNAL;
}

/**
 * Answers one message and never rejects. A handler that throws, or a reply that cannot be encoded or exceeds the payload
 * limit, is answered with the error `internal`.
 */
export async function answerMessage(
  served: CallableWithHandler,
  message: BusMessage,
  log: Logger,
): Promise<EncodedReply> {
  const { subject } = served.callable;
  let reply: EncodedReply;
  try {
    const envelope = await inSpan(subject, message.headers[HEADER.trace], () =>
      runHandler(served, message, log),
    );
    reply = { code: 'ok', data: encodeJson(envelope) };
  } catch (error) {
    try {
      reply = failureReply(error, served, log);
    } catch (broken) {
      log.error({ err: broken, subject }, 'error_not_encoded');
      return INTERNAL;
    }
  }
  const bytes = reply.data.byteLength;
  if (bytes <= LIMITS.busMessageBytesMax) return reply;
  // The broker would drop a reply over the limit, and the caller would wait until its deadline.
  log.error({ subject, bytes }, 'reply_too_large');
  return INTERNAL;
}

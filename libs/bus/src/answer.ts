import {
  ENVELOPE_VERSION,
  HEADER,
  LIMITS,
  requestEnvelope,
  type Callable,
  type CallPrincipal,
} from '@bridge/contracts';
import { BridgeError, inSpan, isBridgeError, ReplayedResult, type Logger } from '@bridge/kernel';
import type { z } from 'zod';
import type { BusMessage } from './driver.ts';
import { decodeJson, encodeJson } from './json-bytes.ts';

/** One call as its handler receives it. */
export interface HandlerCall {
  readonly ctx: CallPrincipal;
  readonly fp: string | undefined;
  readonly requestId: string;
  /** Time after which the caller no longer waits, in ms since the epoch. */
  readonly deadline: number;
  readonly log: Logger;
}

/** A handler without its own types, which were checked where it was passed to `serve`. */
export type AnyHandler = (input: unknown, call: HandlerCall) => Promise<unknown>;

/** A callable of a service with its handler. */
export interface ServedCallable {
  readonly callable: Callable;
  /** The tolerant form of the callable's input schema. */
  readonly input: z.ZodType;
  readonly handler: AnyHandler;
}

/** A reply as bytes, and the code under which it is counted (`ok` or an error code). */
export interface EncodedReply {
  readonly code: string;
  readonly data: Uint8Array;
}

/** Encodes an error as a reply that contains only its public part. */
export function errorReply(error: BridgeError): EncodedReply {
  return { code: error.code, data: encodeJson({ ok: false, error: error.toWire() }) };
}
const INTERNAL = errorReply(new BridgeError('internal', {}));

/**
 * A class and not an object literal: V8 gives every literal with a getter a map of its own, and old objects then retain
 * all of them.
 */
class CallContext implements HandlerCall {
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

  /** The logger of this call, made at its first use because few handlers log. */
  get log(): Logger {
    return this.#log.child({ request_id: this.requestId, account: this.ctx.account_id });
  }
}

/** Parses a message and runs its handler; returns the reply envelope. */
async function runHandler(
  served: ServedCallable,
  message: BusMessage,
  log: Logger,
): Promise<unknown> {
  const version = message.headers[HEADER.version];
  // Another version has subjects of its own, so nothing was done and the caller may retry.
  if (version !== ENVELOPE_VERSION)
    throw new BridgeError('service_unavailable', {}, { cause: `envelope version ${version}` });
  const deadline = Number(message.headers[HEADER.deadline]);
  if (!Number.isFinite(deadline))
    throw new BridgeError('internal', {}, { cause: 'a call without a deadline' });
  const { ctx, fp, input } = requestEnvelope.parse(decodeJson(message.data));
  const requestId = message.headers[HEADER.request] ?? '';
  const result = await served.handler(
    served.input.parse(input),
    new CallContext({ ctx, fp, requestId, deadline }, log),
  );
  const replayed = result instanceof ReplayedResult;
  const output = served.callable.wireOutput.parse(replayed ? result.result : result);
  return replayed ? { ok: true, result: output, replayed } : { ok: true, result: output };
}

function failureReply(error: unknown, served: ServedCallable, log: Logger): EncodedReply {
  const { subject } = served.callable;
  if (isBridgeError(error)) {
    if (error.cause !== undefined)
      log.warn({ err: error.cause, code: error.code, subject }, 'call_failed');
    return errorReply(error);
  }
  // The error's text may contain private data, so it goes to the log only.
  log.error({ err: error, subject }, 'call_broke');
  return INTERNAL;
}

/**
 * Answers one message and never rejects: a handler that breaks, and a reply that cannot be encoded or is over the payload
 * limit, are answered as `internal`.
 */
export async function answerMessage(
  served: ServedCallable,
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
  // Over the limit the broker would drop it, and the caller would wait for its deadline.
  log.error({ subject, bytes }, 'reply_too_large');
  return INTERNAL;
}

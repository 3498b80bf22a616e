import {
  callablesOf,
  HEADER,
  requestEnvelope,
  type Callable,
  type CallablesOf,
  type CallPrincipal,
  type ServiceName,
  type WireInput,
  type WireOutput,
} from '@bridge/contracts';
import {
  BridgeError,
  counter,
  durations,
  inSpan,
  isBridgeError,
  Replayed,
  type Base,
  type Clock,
  type Logger,
} from '@bridge/kernel';
import { z } from 'zod';
import type { BusDriver, BusMessage, BusSubscription } from './driver.ts';
import { Lanes } from './lanes.ts';

/** What a busy caller is told to wait before it asks another replica. */
const BUSY_RETRY_MS = 50;
const outcomes = counter('service_calls', 'Calls answered by a service, by outcome.', [
  'subject',
  'code',
] as const);
const latency = durations('service_call', 'Time from receipt to answer.', ['subject'] as const);

/** The circumstances of one call, as a handler sees them. */
export interface HandlerCall {
  readonly ctx: CallPrincipal;
  readonly fp: string | undefined;
  readonly requestId: string;
  /** Absolute time in ms since the epoch after which nobody waits. */
  readonly deadline: number;
  readonly log: Logger;
}
/** Answers one callable; a plain function of its input. `Replayed` marks the stored result of an earlier call. */
export type Handler<C> = (
  input: WireInput<C>,
  call: HandlerCall,
) => Promise<WireOutput<C> | Replayed<WireOutput<C>>>;
/** Exactly one handler for each callable the service owns: forget one and the type check fails. */
export type Handlers<S extends ServiceName> = {
  readonly [V in keyof CallablesOf<S>]: Handler<CallablesOf<S>[V]>;
};

type AnyHandler = (input: unknown, call: HandlerCall) => Promise<unknown>;

/** The account in whose name a call is made; calls of the public have none and never reach such a handler. */
export function accountOf(call: HandlerCall): string {
  if (call.ctx.account_id === null)
    throw new BridgeError('internal', {}, { cause: 'a call without an account' });
  return call.ctx.account_id;
}

/** Unknown members are ignored behind the gateway, which was strict, so that a newer gateway can talk to this version. */
function tolerant(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodObject ? z.object(schema.shape) : schema;
}

function encode(reply: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(reply), 'utf8');
}

interface Served {
  readonly callable: Callable;
  readonly input: z.ZodType;
  readonly handler: AnyHandler;
}

async function answer(
  served: Served,
  message: BusMessage,
  deadline: number,
  log: Logger,
): Promise<unknown> {
  const { callable, input, handler } = served;
  const text = Buffer.from(
    message.data.buffer,
    message.data.byteOffset,
    message.data.byteLength,
  ).toString('utf8');
  const envelope = requestEnvelope.parse(JSON.parse(text));
  const requestId = message.headers[HEADER.request] ?? '';
  const call: HandlerCall = {
    ctx: envelope.ctx,
    fp: envelope.fp,
    requestId,
    deadline,
    log: log.child({ request_id: requestId, account: envelope.ctx.account_id }),
  };
  const result = await handler(input.parse(envelope.input), call);
  const replayed = result instanceof Replayed;
  const output = callable.wireOutput.parse(replayed ? result.result : result);
  return replayed ? { ok: true, result: output, replayed } : { ok: true, result: output };
}

function failure(
  error: unknown,
  served: Served,
  log: Logger,
): { readonly code: string; readonly reply: unknown } {
  if (isBridgeError(error)) {
    if (error.cause !== undefined)
      log.warn(
        { err: error.cause, code: error.code, subject: served.callable.subject },
        'call failed',
      );
    return { code: error.code, reply: { ok: false, error: error.toWire() } };
  }
  log.error({ err: error, subject: served.callable.subject }, 'call broke');
  return {
    code: 'internal',
    reply: { ok: false, error: new BridgeError('internal', {}).toWire() },
  };
}

function receive(
  served: Served,
  lanes: Lanes,
  clock: Clock,
  log: Logger,
): (message: BusMessage) => void {
  const { callable } = served;
  return (message) => {
    const deadline = Number(message.headers[HEADER.deadline] ?? 0);
    const from = clock.monotonic();
    const work = async (): Promise<void> => {
      // Nobody waits for this any more; what was not begun cannot have had an effect.
      if (clock.now() > deadline) return;
      let code = 'ok';
      let reply: unknown;
      try {
        reply = await inSpan(callable.subject, message.headers[HEADER.trace], () =>
          answer(served, message, deadline, log),
        );
      } catch (error) {
        ({ code, reply } = failure(error, served, log));
      }
      message.respond(encode(reply));
      outcomes.inc({ subject: callable.subject, code });
      latency.observe({ subject: callable.subject }, (clock.monotonic() - from) / 1_000);
    };
    if (!lanes.take(callable.lane, work)) {
      outcomes.inc({ subject: callable.subject, code: 'busy' });
      message.respond(encode({ busy: true, retry_ms: BUSY_RETRY_MS }));
    }
  };
}

/**
 * Answers every callable of a service on the bus, bounded per lane. `close` stops subscribing, waits for what is in
 * flight and flushes, so that no answer is lost (the client's own drain loses them).
 */
export function serve<S extends ServiceName>(
  driver: BusDriver,
  service: S,
  handlers: Handlers<S>,
  base: Pick<Base, 'clock' | 'log'>,
): { close(): Promise<void> } {
  const lanes = new Lanes();
  const byVerb = handlers as unknown as Readonly<Record<string, AnyHandler>>;
  const subscriptions: BusSubscription[] = callablesOf(service).map((callable) => {
    const handler = byVerb[callable.verb];
    if (handler === undefined) throw new Error(`${service} has no handler for ${callable.verb}`);
    const served: Served = { callable, input: tolerant(callable.wireInput), handler };
    return driver.subscribe(
      callable.subject,
      service,
      receive(served, lanes, base.clock, base.log),
    );
  });
  return {
    close: async () => {
      await Promise.all(subscriptions.map((subscription) => subscription.drain()));
      await lanes.idle();
      await driver.flush();
    },
  };
}

import {
  callablesOf,
  HEADER,
  type ServiceCallDefinitions,
  type ServiceName,
  type WireInput,
  type WireOutput,
} from '@bridge/contracts';
import {
  BridgeError,
  counter,
  durations,
  sampledGauge,
  ShortLivedObjectSlotMap,
  ProgramStartError,
  type CommonModuleDeps,
  type ReplayedResult,
} from '@bridge/kernel';
import {
  answerMessage,
  errorReply,
  type AnyServiceCallHandler,
  type EncodedReply,
  type ServiceCallContext,
  type CallableWithHandler,
} from './answer.ts';
import type { BusDriver, BusMessage } from './driver.ts';
import { encodeJson } from './json-bytes.ts';
import { ServiceQueue, type QueuedServiceCall } from './service-queue.ts';
import { tolerant } from './tolerant.ts';

/** Time in ms after which a caller that received the reply `busy` sends the call to another replica. */
const BUSY_RETRY_MS = 50;
/** Maximum time that `close` waits for running calls, ms. The process must end within 10 s. */
const CLOSE_MS_MAX = 8_000;
const outcomes = counter('service_calls', 'Calls answered by a service, by outcome.', [
  'subject',
  'code',
] as const);
const openCalls = sampledGauge(
  'service_calls_open',
  'Calls that a service runs or keeps waiting.',
  ['service', 'lane', 'state'] as const,
);
const latency = durations('service_call', 'Time from receipt to answer.', ['subject'] as const);

/**
 * Function that answers one action (for agents) or message (between services). It returns a ReplayedResult for a repeated call.
 */
export type ServiceCallHandler<C> = (
  input: WireInput<C>,
  call: ServiceCallContext,
) => Promise<WireOutput<C> | ReplayedResult<WireOutput<C>>>;
/** One handler for each action and message of a service. The compiler reports a missing handler. */
export type ServiceHandlers<S extends ServiceName> = {
  readonly [V in keyof ServiceCallDefinitions<S>]: ServiceCallHandler<ServiceCallDefinitions<S>[V]>;
};
/** For each action and message of a service, the function that makes its handler from the dependencies `D`. */
export type HandlerFactories<S extends ServiceName, D> = {
  readonly [V in keyof ServiceCallDefinitions<S>]: (
    deps: D,
  ) => ServiceCallHandler<ServiceCallDefinitions<S>[V]>;
};

/** Combines the handler factories of a service into one function that makes all its handlers. */
export function handlersOf<S extends ServiceName, D>(
  factories: HandlerFactories<S, D>,
): (deps: D) => ServiceHandlers<S> {
  const all = Object.entries(factories) as readonly [string, (deps: D) => AnyServiceCallHandler][];
  // `fromEntries` loses the types of the handlers; each handler has the type that HandlerFactories declares for its name.
  return (deps) =>
    Object.fromEntries(all.map(([verb, make]) => [verb, make(deps)])) as ServiceHandlers<S>;
}

/**
 * Returns the account of a call. Throws the error `internal` for a call on behalf of a website visitor, which has no account.
 */
export function accountOf(call: ServiceCallContext): string {
  if (call.ctx.account_id === null)
    throw new BridgeError('internal', {}, { cause: 'a call without an account' });
  return call.ctx.account_id;
}

/** The dependencies of `serve`: clock and logger. */
type ServeDependencies = Pick<CommonModuleDeps, 'clock' | 'log'>;

/**
 * A received call. It is answered once: by its handler, by `shed` when the queue is full, or by `giveUp` at the end of the
 * process.
 */
class ReceivedCall implements QueuedServiceCall {
  readonly #served: CallableWithHandler;
  readonly #message: BusMessage;
  readonly #base: ServeDependencies;
  readonly #open: ShortLivedObjectSlotMap<ReceivedCall>;
  readonly #slot: number;
  readonly #from: number;
  #isAnswered = false;

  constructor(
    served: CallableWithHandler,
    message: BusMessage,
    base: ServeDependencies,
    open: ShortLivedObjectSlotMap<ReceivedCall>,
  ) {
    this.#served = served;
    this.#message = message;
    this.#base = base;
    this.#open = open;
    this.#slot = open.add(this);
    this.#from = base.clock.monotonic();
  }

  async run(): Promise<void> {
    const { subject } = this.#served.callable;
    try {
      // The caller stopped waiting before the call started: it had no effect and needs no reply.
      if (this.#base.clock.now() > Number(this.#message.headers[HEADER.deadline])) {
        outcomes.inc({ subject, code: 'expired' });
        return;
      }
      this.#respond(await answerMessage(this.#served, this.#message, this.#base.log));
      latency.observe({ subject }, (this.#base.clock.monotonic() - this.#from) / 1_000);
    } finally {
      this.#open.delete(this.#slot);
    }
  }

  /** Answers `busy`: the call had no effect and the caller may try another replica. */
  shed(): void {
    this.#open.delete(this.#slot);
    this.#respond({ code: 'busy', data: encodeJson({ busy: true, retry_ms: BUSY_RETRY_MS }) });
  }

  /**
   * Answers a call whose handler still runs at the end of the process: outcome_unknown for a change, which may still commit,
   * service_unavailable for a read.
   */
  giveUp(): void {
    const { callClass, service } = this.#served.callable;
    const part = `${service} service`;
    const error =
      callClass === 'change'
        ? new BridgeError('outcome_unknown', {})
        : new BridgeError('service_unavailable', { part }, { retryAfterS: 1 });
    this.#respond(errorReply(error));
  }

  #respond(reply: EncodedReply): void {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    this.#message.respond(reply.data);
    outcomes.inc({ subject: this.#served.callable.subject, code: reply.code });
  }
}

/**
 * Answers all actions and messages of a service, with one bounded queue per call class (read, change, public). `close`
 * unsubscribes, answers `busy` to queued calls, waits up to 8 s for running calls, then flushes the replies (the NATS client's
 * `drain` loses them).
 */
export function serve<S extends ServiceName>(
  driver: BusDriver,
  service: S,
  handlers: ServiceHandlers<S>,
  base: ServeDependencies,
  closeMsMax: number = CLOSE_MS_MAX,
): { close(): Promise<void> } {
  const callables = callablesOf(service);
  const queues = new Map(callables.map(({ callClass }) => [callClass, new ServiceQueue()]));
  const open = new ShortLivedObjectSlotMap<ReceivedCall>();
  // The type `ServiceHandlers` guarantees the handlers' types; the lookup by name loses them.
  const byVerb = handlers as Readonly<Record<string, AnyServiceCallHandler>>;
  const subscriptions = callables.map((callable) => {
    const handler = byVerb[callable.verb];
    if (handler === undefined)
      throw new ProgramStartError(`The ${service} service has no handler for ${callable.verb}.`);
    const served: CallableWithHandler = { callable, input: tolerant(callable.wireInput), handler };
    const queue = queues.get(callable.callClass);
    return driver.subscribe(callable.subject, service, (message) =>
      queue?.take(new ReceivedCall(served, message, base, open)),
    );
  });
  const unexpose = [...queues].flatMap(([callClass, queue]) =>
    (['running', 'waiting'] as const).map((state) =>
      openCalls.add({ service, lane: callClass, state }, () => queue.counts[state]),
    ),
  );
  return {
    close: async () => {
      for (const end of unexpose) end();
      await Promise.all(subscriptions.map((subscription) => subscription.drain()));
      for (const queue of queues.values()) queue.close();
      await open.emptyWithin(closeMsMax);
      for (const call of open) call.giveUp();
      await driver.flush();
    },
  };
}

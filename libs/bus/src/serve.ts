import {
  callablesOf,
  HEADER,
  type CallablesOf,
  type ServiceName,
  type WireInput,
  type WireOutput,
} from '@bridge/contracts';
import {
  BridgeError,
  counter,
  durations,
  sampledGauge,
  SlotTable,
  StartError,
  type Base,
  type ReplayedResult,
} from '@bridge/kernel';
import {
  answerMessage,
  errorReply,
  type AnyHandler,
  type EncodedReply,
  type HandlerCall,
  type ServedCallable,
} from './answer.ts';
import type { BusDriver, BusMessage } from './driver.ts';
import { encodeJson } from './json-bytes.ts';
import { ServiceQueue, type QueuedCall } from './service-queue.ts';
import { tolerant } from './tolerant.ts';

/** Delay in ms after which a caller that was answered `busy` tries another replica. */
const BUSY_RETRY_MS = 50;
/** Maximum time that `close` waits for running calls, ms; the process must end within 10 s. */
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

/** Answers one callable. `ReplayedResult` marks the stored result of an earlier call. */
export type Handler<C> = (
  input: WireInput<C>,
  call: HandlerCall,
) => Promise<WireOutput<C> | ReplayedResult<WireOutput<C>>>;
/** Exactly one handler for each callable of a service; the type check fails when one is missing. */
export type Handlers<S extends ServiceName> = {
  readonly [V in keyof CallablesOf<S>]: Handler<CallablesOf<S>[V]>;
};
/** One factory for each callable of a service, under the same name; `handlersOf` passes each the dependencies. */
export type HandlerFactories<S extends ServiceName, D> = {
  readonly [V in keyof CallablesOf<S>]: (deps: D) => Handler<CallablesOf<S>[V]>;
};

/** Makes the handlers of a service from their factories. */
export function handlersOf<S extends ServiceName, D>(
  factories: HandlerFactories<S, D>,
): (deps: D) => Handlers<S> {
  const all = Object.entries(factories) as readonly [string, (deps: D) => AnyHandler][];
  // The entries keep the names of the factories, and HandlerFactories gives each the type of its handler.
  return (deps) => Object.fromEntries(all.map(([verb, make]) => [verb, make(deps)])) as Handlers<S>;
}

/** The account of a call; throws internal for a call of the public, which has none. */
export function accountOf(call: HandlerCall): string {
  if (call.ctx.account_id === null)
    throw new BridgeError('internal', {}, { cause: 'a call without an account' });
  return call.ctx.account_id;
}

type ServeDependencies = Pick<Base, 'clock' | 'log'>;

/** A received call until it is answered once: by its handler, by `shed` or by `giveUp`. */
class OpenCall implements QueuedCall {
  readonly #served: ServedCallable;
  readonly #message: BusMessage;
  readonly #base: ServeDependencies;
  readonly #open: SlotTable<OpenCall>;
  readonly #slot: number;
  readonly #from: number;
  #isAnswered = false;

  constructor(
    served: ServedCallable,
    message: BusMessage,
    base: ServeDependencies,
    open: SlotTable<OpenCall>,
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
      // The caller no longer waits, and a call that was not started has no effect.
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

  /** Answers `busy`: the call had no effect, and another replica may have a free slot. */
  shed(): void {
    this.#open.delete(this.#slot);
    this.#respond({ code: 'busy', data: encodeJson({ busy: true, retry_ms: BUSY_RETRY_MS }) });
  }

  /** Answers outcome_unknown for a handler that still runs when the process ends: its change may be applied later. */
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
 * Answers every callable of a service on the bus, with a bounded queue per class of calls. `close` ends the
 * subscriptions, sheds the waiting calls, waits for the running calls (8 s at most) and flushes: the `drain` of the
 * NATS client loses replies.
 */
export function serve<S extends ServiceName>(
  driver: BusDriver,
  service: S,
  handlers: Handlers<S>,
  base: ServeDependencies,
  closeMsMax: number = CLOSE_MS_MAX,
): { close(): Promise<void> } {
  const callables = callablesOf(service);
  const queues = new Map(callables.map(({ callClass }) => [callClass, new ServiceQueue()]));
  const open = new SlotTable<OpenCall>();
  // `Handlers` checked the type of each handler; from here on they are looked up by name.
  const byVerb = handlers as Readonly<Record<string, AnyHandler>>;
  const subscriptions = callables.map((callable) => {
    const handler = byVerb[callable.verb];
    if (handler === undefined)
      throw new StartError(`The ${service} service has no handler for ${callable.verb}.`);
    const served: ServedCallable = { callable, input: tolerant(callable.wireInput), handler };
    const queue = queues.get(callable.callClass);
    return driver.subscribe(callable.subject, service, (message) =>
      queue?.take(new OpenCall(served, message, base, open)),
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

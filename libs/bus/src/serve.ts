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
  Slots,
  StartError,
  type Base,
  type Replayed,
} from '@bridge/kernel';
import {
  answer,
  encode,
  refusal,
  type AnyHandler,
  type HandlerCall,
  type Reply,
  type Served,
} from './answer.ts';
import type { BusDriver, BusMessage } from './driver.ts';
import { Lanes } from './lanes.ts';
import { tolerant } from './tolerant.ts';

/** What a busy caller is told to wait before it asks another replica. */
const BUSY_RETRY_MS = 50;
/** What is still unanswered this long after `close` began is answered for it; a process has 10 s in all. */
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

/** Answers one callable; a plain function of its input. `Replayed` marks the stored result of an earlier call. */
export type Handler<C> = (
  input: WireInput<C>,
  call: HandlerCall,
) => Promise<WireOutput<C> | Replayed<WireOutput<C>>>;
/** Exactly one handler for each callable the service owns: forget one and the type check fails. */
export type Handlers<S extends ServiceName> = {
  readonly [V in keyof CallablesOf<S>]: Handler<CallablesOf<S>[V]>;
};
/** One factory for each callable of a service, under the same name; `handlersOf` gives them what they work with. */
export type HandlerFactories<S extends ServiceName, D> = {
  readonly [V in keyof CallablesOf<S>]: (deps: D) => Handler<CallablesOf<S>[V]>;
};

/** Makes a service's handlers of their factories. */
export function handlersOf<S extends ServiceName, D>(
  factories: HandlerFactories<S, D>,
): (deps: D) => Handlers<S> {
  const all = Object.entries(factories) as readonly [string, (deps: D) => AnyHandler][];
  return (deps) =>
    Object.fromEntries(all.map(([verb, make]) => [verb, make(deps)])) as unknown as Handlers<S>;
}

/** The account in whose name a call is made; calls of the public have none and never reach such a handler. */
export function accountOf(call: HandlerCall): string {
  if (call.ctx.account_id === null)
    throw new BridgeError('internal', {}, { cause: 'a call without an account' });
  return call.ctx.account_id;
}

type ServeBase = Pick<Base, 'clock' | 'log'>;

/** One received call until it is answered, once: by its handler, or at the end by whoever closes. */
class OpenCall {
  readonly #served: Served;
  readonly #message: BusMessage;
  readonly #base: ServeBase;
  readonly #from: number;
  #answered = false;

  constructor(served: Served, message: BusMessage, base: ServeBase) {
    this.#served = served;
    this.#message = message;
    this.#base = base;
    this.#from = base.clock.monotonic();
  }

  async run(): Promise<void> {
    const { subject } = this.#served.callable;
    // Nobody waits for this any more; what was not begun cannot have had an effect.
    if (this.#base.clock.now() > Number(this.#message.headers[HEADER.deadline])) {
      outcomes.inc({ subject, code: 'expired' });
      return;
    }
    this.#respond(await answer(this.#served, this.#message, this.#base.log));
    latency.observe({ subject }, (this.#base.clock.monotonic() - this.#from) / 1_000);
  }

  turnAway(): void {
    this.#respond({ code: 'busy', data: encode({ busy: true, retry_ms: BUSY_RETRY_MS }) });
  }

  /** Tells the caller the truth about a call that does not end in time: a change may still be done. */
  giveUp(): void {
    const { lane, service } = this.#served.callable;
    this.#respond(
      refusal(
        lane === 'change'
          ? new BridgeError('outcome_unknown', {})
          : new BridgeError(
              'service_unavailable',
              { part: `${service} service` },
              { retryAfterS: 1 },
            ),
      ),
    );
  }

  #respond(reply: Reply): void {
    if (this.#answered) return;
    this.#answered = true;
    this.#message.respond(reply.data);
    outcomes.inc({ subject: this.#served.callable.subject, code: reply.code });
  }
}

/**
 * Answers every callable of a service on the bus, bounded per lane. `close` stops subscribing, turns away what waits,
 * waits for what is in flight (8 s at most) and flushes, so that no answer is lost (the client's own drain loses them).
 */
export function serve<S extends ServiceName>(
  driver: BusDriver,
  service: S,
  handlers: Handlers<S>,
  base: ServeBase,
  closeMsMax: number = CLOSE_MS_MAX,
): { close(): Promise<void> } {
  const lanes = new Lanes();
  const open = new Slots<OpenCall>();
  // Each handler's type was checked where it was handed in; here they are told apart by name only.
  const byVerb = handlers as unknown as Readonly<Record<string, AnyHandler>>;
  const subscriptions = callablesOf(service).map((callable) => {
    const handler = byVerb[callable.verb];
    if (handler === undefined)
      throw new StartError(`The ${service} service has no handler for ${callable.verb}.`);
    const served: Served = { callable, input: tolerant(callable.wireInput), handler };
    return driver.subscribe(callable.subject, service, (message) => {
      const call = new OpenCall(served, message, base);
      const slot = open.add(call);
      lanes.take(callable.lane, {
        run: () => call.run().finally(() => open.delete(slot)),
        turnAway: () => {
          open.delete(slot);
          call.turnAway();
        },
      });
    });
  });
  const unexpose = [...new Set(callablesOf(service).map(({ lane }) => lane))].flatMap((lane) =>
    (['running', 'waiting'] as const).map((state) =>
      openCalls.add({ service, lane, state }, () => lanes.counts(lane)[state]),
    ),
  );
  return {
    close: async () => {
      for (const end of unexpose) end();
      await Promise.all(subscriptions.map((subscription) => subscription.drain()));
      lanes.close();
      await open.emptyWithin(closeMsMax);
      for (const call of open) call.giveUp();
      await driver.flush();
    },
  };
}

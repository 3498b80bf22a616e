import { LIMITS } from '@bridge/contracts';
import { settlesWithin, type Logger } from '@bridge/kernel';
import { headers as makeHeaders, type Msg, type NatsConnection, type Subscription } from 'nats';
import { BusFailure, type BusDriver, type BusMessage, type BusSubscription } from '../driver.ts';
import { ReconnectingNatsConnection, type NatsConnectionOptions } from './nats-link.ts';
import { NatsRequestSender } from './nats-replies.ts';

/** Maximum time of the flush at shutdown, ms; an unresponsive broker must not delay the end of the process. */
const FLUSH_MS_MAX = 2_000;

/** A subscription that NatsBus restores after each reconnect. */
interface NatsSubscriptionEntry {
  readonly subject: string;
  readonly queue: string | null;
  readonly onMessage: (message: BusMessage) => void;
  /** The current NATS subscription; null while disconnected or when the broker denies the subject. */
  live: Subscription | null;
}

function headersOf(message: Msg): Readonly<Record<string, string>> {
  const named: Record<string, string> = {};
  for (const [name, values] of message.headers ?? []) named[name] = values[0] ?? '';
  return named;
}

/**
 * The bus driver over NATS. The broker implements queue groups, the failure of requests without a subscriber, and the payload
 * limit.
 */
export class NatsBus implements BusDriver {
  readonly #link: ReconnectingNatsConnection;
  readonly #replies: NatsRequestSender;
  readonly #log: Logger;
  readonly #registrations = new Set<NatsSubscriptionEntry>();
  readonly #forbidden = new Set<string>();

  private constructor(options: NatsConnectionOptions) {
    this.#log = options.log;
    this.#replies = new NatsRequestSender(options.service, (inbox) => this.#forbidden.add(inbox));
    this.#link = new ReconnectingNatsConnection(options, {
      up: (connection) => this.#resubscribe(connection),
      forbidden: (subject) => this.#replies.refuse(subject),
    });
  }

  /** Opens the bus; without a reachable broker it connects later. Throws ProgramStartError when the credentials are refused. */
  static async open(options: NatsConnectionOptions): Promise<NatsBus> {
    const bus = new NatsBus(options);
    await bus.#link.start();
    return bus;
  }

  /** One sentence for the operator when the connection or the permission for a subject is missing; else undefined. */
  get note(): string | undefined {
    if (this.#link.note !== undefined) return this.#link.note;
    if (this.#forbidden.size === 0) return undefined;
    return `NATS forbids this service to receive ${[...this.#forbidden].join(', ')}`;
  }

  async request(
    subject: string,
    data: Uint8Array,
    headers: Readonly<Record<string, string>>,
    timeoutMs: number,
  ): Promise<Uint8Array> {
    const { connection } = this.#link;
    if (connection === null) throw new BusFailure('disconnected');
    if (data.byteLength > LIMITS.busMessageBytesMax) throw new BusFailure('too_large');
    const natsHeaders = makeHeaders();
    for (const [name, value] of Object.entries(headers)) natsHeaders.set(name, value);
    return this.#replies.send(connection, { subject, data, headers: natsHeaders, timeoutMs });
  }

  subscribe(
    subject: string,
    queue: string | null,
    onMessage: (message: BusMessage) => void,
  ): BusSubscription {
    const registration: NatsSubscriptionEntry = { subject, queue, onMessage, live: null };
    this.#registrations.add(registration);
    const { connection } = this.#link;
    if (connection !== null) this.#listen(connection, registration);
    return {
      drain: async () => {
        this.#registrations.delete(registration);
        if (registration.live !== null)
          await settlesWithin(FLUSH_MS_MAX, registration.live.drain());
      },
    };
  }

  publish(subject: string, data: Uint8Array): void {
    if (data.byteLength > LIMITS.busMessageBytesMax) return;
    try {
      this.#link.connection?.publish(subject, data);
    } catch (error) {
      this.#log.debug({ err: error, subject }, 'broadcast_lost');
    }
  }

  connected(): boolean {
    return this.#link.connection !== null;
  }

  async flush(): Promise<void> {
    const { connection } = this.#link;
    if (connection !== null) await settlesWithin(FLUSH_MS_MAX, connection.flush());
  }

  close(): Promise<void> {
    this.#replies.close();
    return this.#link.close();
  }

  /**
   * Subscribes again where the connection object was replaced or the broker had denied the subject. The NATS client itself
   * restores all other subscriptions after a reconnect.
   */
  #resubscribe(connection: NatsConnection): void {
    this.#forbidden.clear();
    for (const registration of this.#registrations) {
      if (registration.live === null || registration.live.isClosed())
        this.#listen(connection, registration);
    }
  }

  #listen(connection: NatsConnection, registration: NatsSubscriptionEntry): void {
    const { subject, queue, onMessage } = registration;
    registration.live = connection.subscribe(subject, {
      ...(queue === null ? {} : { queue }),
      callback: (error, message) => {
        if (error !== null) {
          registration.live = null;
          this.#forbidden.add(subject);
          return;
        }
        // An exception here would stop the message reader of the NATS client without a log line.
        try {
          onMessage(this.#received(message));
        } catch (broken) {
          this.#log.error({ err: broken, subject }, 'subscriber_broke');
        }
      },
    });
  }

  #received(message: Msg): BusMessage {
    return {
      subject: message.subject,
      data: message.data,
      headers: headersOf(message),
      respond: (data) => {
        try {
          if (data.byteLength <= LIMITS.busMessageBytesMax) message.respond(data);
        } catch (error) {
          this.#log.warn({ err: error, subject: message.subject }, 'reply_lost');
        }
      },
    };
  }
}

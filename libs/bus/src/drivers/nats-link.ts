import { LIMITS } from '@bridge/contracts';
import { gauge, ProgramStartError, type Logger } from '@bridge/kernel';
import { connect, Events, NatsError, type Authenticator, type NatsConnection } from 'nats';
import { setTimeout as delay } from 'node:timers/promises';
import type { NatsAddress } from './nats-address.ts';
import { isSafeVersion, VERSION_FLOORS } from './nats-version.ts';

/** Pause before a reconnect to the broker, ms. It is short because requests fail until then. */
const RECONNECT_MS = 100;
const DIAL_MS_MAX = 2_000;
/** Interval of pings, ms. Broker and client each close the connection after two unanswered pings (deploy/nats). */
const PING_MS = 2_000;
const PINGS_OUT_MAX = 2;
const connectedGauge = gauge('bus_connected', 'Whether this process is connected to the broker.', [
  'service',
] as const);

/** Address, credentials and name of the connection to the NATS broker. */
export interface NatsConnectionOptions {
  readonly address: NatsAddress;
  readonly credentials: Authenticator | undefined;
  /** Name of the connection and of its reply inbox: `_INBOX_<service>.…`. */
  readonly service: string;
  readonly log: Logger;
}

/** Callbacks of the connection to the NATS broker. */
export interface NatsConnectionCallbacks {
  /** Called when the first connection is made, and after each reconnect. */
  up(connection: NatsConnection): void;
  /** Called when the broker denies this process the right to send to a subject. */
  forbidden(subject: string): void;
}

function isForbidden(error: unknown): boolean {
  return error instanceof NatsError && error.isAuthError();
}

/** Returns the reason of a failed connection as a part of a sentence. */
function reasonOf(error: unknown): string {
  if (isForbidden(error)) return 'it refuses this service’s credentials';
  const code = (error as { readonly code?: unknown } | null)?.code;
  if (code === 'CONNECTION_REFUSED' || code === 'ECONNREFUSED') return 'no server listens there';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the name is not known';
  if (code === 'TIMEOUT' || code === 'ETIMEDOUT') return 'no answer';
  return `no connection (${typeof code === 'string' ? code : 'unknown reason'})`;
}

/** Keeps a connection to the NATS broker open until `close`. While there is none, `note` says why. */
export class ReconnectingNatsConnection {
  readonly #options: NatsConnectionOptions;
  readonly #on: NatsConnectionCallbacks;
  readonly #closing = new AbortController();
  #connection: NatsConnection | null = null;
  #up = false;
  #reason = 'not tried yet';

  constructor(options: NatsConnectionOptions, on: NatsConnectionCallbacks) {
    this.#options = options;
    this.#on = on;
  }

  /**
   * Resolves after one connection attempt at each server; when all attempts fail, further attempts continue in the background.
   * Throws ProgramStartError when the broker refuses the credentials, because a retry cannot succeed.
   */
  async start(): Promise<void> {
    try {
      this.#adopt(await this.#dial());
    } catch (error) {
      if (isForbidden(error))
        throw new ProgramStartError(
          `NATS at ${this.#where()} refuses the ${this.#options.service} service: check BRIDGE_NATS_CREDS or the user in BRIDGE_BUS.`,
          { cause: error },
        );
      this.#down(reasonOf(error));
      void this.#redial();
    }
  }

  /** The connection, or null while there is none. Messages are never buffered. */
  get connection(): NatsConnection | null {
    return this.#up ? this.#connection : null;
  }

  /** One sentence about why there is no connection; undefined while connected. */
  get note(): string | undefined {
    return this.#up ? undefined : `waits for NATS at ${this.#where()}: ${this.#reason}`;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#up = false;
    await this.#connection?.close();
  }

  #where(): string {
    return this.#options.address.servers.join(', ');
  }

  #dial(): Promise<NatsConnection> {
    const { address, credentials, service } = this.#options;
    const authenticator = credentials ?? address.login;
    return connect({
      servers: [...address.servers],
      ...(authenticator === undefined ? {} : { authenticator }),
      ...(address.tls ? { tls: {} } : {}),
      name: `agent-bridge-${service}`,
      inboxPrefix: `_INBOX_${service}`,
      timeout: DIAL_MS_MAX,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_MS,
      reconnectJitter: RECONNECT_MS,
      reconnectJitterTLS: RECONNECT_MS,
      ignoreAuthErrorAbort: true,
      pingInterval: PING_MS,
      maxPingOut: PINGS_OUT_MAX,
      noAsyncTraces: true,
    });
  }

  async #redial(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await delay(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        return this.#adopt(await this.#dial());
      } catch (error) {
        this.#down(reasonOf(error));
      }
    }
  }

  #adopt(connection: NatsConnection): void {
    if (this.#closing.signal.aborted) return void connection.close();
    this.#connection = connection;
    void this.#watch(connection);
    // The client reconnects by itself, except when it cannot send its credentials; then it closes.
    void connection.closed().then(() => {
      if (this.#closing.signal.aborted) return;
      this.#down('the client gave up');
      void this.#redial();
    });
    this.#setUp(connection);
  }

  async #watch(connection: NatsConnection): Promise<void> {
    const { log, service } = this.#options;
    for await (const status of connection.status()) {
      if (status.type === Events.Disconnect) {
        this.#down('the connection was lost');
      } else if (status.type === Events.Reconnect) {
        this.#setUp(connection);
      } else if (status.type === Events.Error) {
        const { operation, subject } = status.permissionContext ?? {};
        if (subject === undefined) this.#reason = `it says ${JSON.stringify(status.data)}`;
        else if (operation === 'publish') this.#on.forbidden(subject);
        log.error({ service, code: status.data, operation, subject }, 'nats_error');
      }
    }
  }

  #setUp(connection: NatsConnection): void {
    const { log, service } = this.#options;
    this.#up = true;
    connectedGauge.set({ service }, 1);
    const { version = '0.0.0', max_payload: bytesMax = 0 } = connection.info ?? {};
    log.info({ server: connection.getServer(), version }, 'nats_connected');
    if (!isSafeVersion(version))
      log.warn(
        {
          version,
          floors: VERSION_FLOORS,
          hint: 'Known attacks work on this version: update NATS.',
        },
        'nats_version_unsafe',
      );
    if (bytesMax < LIMITS.busMessageBytesMax)
      log.error(
        { bytesMax, needed: LIMITS.busMessageBytesMax, hint: 'Raise max_payload of NATS.' },
        'nats_max_payload_too_small',
      );
    this.#on.up(connection);
  }

  #down(reason: string): void {
    const { log, service } = this.#options;
    const changed = this.#up || reason !== this.#reason;
    this.#up = false;
    this.#reason = reason;
    connectedGauge.set({ service }, 0);
    if (changed) log.warn({ service, reason: this.note ?? reason }, 'nats_disconnected');
  }
}

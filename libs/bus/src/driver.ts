/** A received message. `respond` may be called once; the sender of a broadcast receives no response. */
export interface BusMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** Sends the reply and never throws; a reply that cannot be sent or exceeds the payload limit is dropped. */
  respond(data: Uint8Array): void;
}

/** A subscription. `drain` stops new messages and resolves when all received messages were delivered. */
export interface BusSubscription {
  drain(): Promise<void>;
}

/**
 * Why a request has no reply. After `timeout` a process may have received it; after every other kind none has:
 * `disconnected` (no broker), `no_responders` (no subscriber), `refused` (no permission) and `too_large`.
 */
export type BusFailureKind = 'disconnected' | 'no_responders' | 'refused' | 'too_large' | 'timeout';

/** The only error that `request` of a bus driver throws. */
export class BusFailure extends Error {
  override readonly name = 'BusFailure';
  readonly kind: BusFailureKind;
  constructor(kind: BusFailureKind, options: { readonly cause?: unknown } = {}) {
    super(kind, options);
    this.kind = kind;
  }
}

/**
 * The driver of a message bus: NATS, or memory within one process. One member of a queue group receives each message. A request
 * fails at once without a subscriber, over the payload limit, or while disconnected; it is never buffered.
 */
export interface BusDriver {
  /** Sends a message and waits for one reply; throws BusFailure. `timeoutMs` is at least 1. */
  request(
    subject: string,
    data: Uint8Array,
    headers: Readonly<Record<string, string>>,
    timeoutMs: number,
  ): Promise<Uint8Array>;
  /**
   * Subscribes as a member of a queue group or, with `null`, to broadcasts. The subscription survives reconnects and may be
   * made before the first connection. `onMessage` must not throw.
   */
  subscribe(
    subject: string,
    queue: string | null,
    onMessage: (message: BusMessage) => void,
  ): BusSubscription;
  /** Sends a broadcast, which may be lost. Never throws. */
  publish(subject: string, data: Uint8Array): void;
  /** False while a request would be refused as `disconnected`. */
  connected(): boolean;
  /** Resolves when all sent messages have left this process, or at once without a connection. */
  flush(): Promise<void>;
  /** Closes the connection; pending requests fail as `timeout`. */
  close(): Promise<void>;
}

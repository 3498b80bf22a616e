/** A message as a subscriber receives it. `respond` is called at most once; a broadcast ignores it. */
export interface BusMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** Never throws: a reply that cannot be sent, or is over the payload limit, is dropped. */
  respond(data: Uint8Array): void;
}

/** A subscription; `drain` stops new messages and resolves when all received ones were delivered. */
export interface BusSubscription {
  drain(): Promise<void>;
}

/**
 * Why a request has no reply. `timeout` promises nothing. All others promise that no process received it: `disconnected`
 * (no broker), `no_responders` (no subscriber), `refused` (the broker forbids this service the subject) and `too_large`
 * (over LIMITS.busMessageBytesMax).
 */
export type BusFailureKind = 'disconnected' | 'no_responders' | 'refused' | 'too_large' | 'timeout';

/** The one error a driver's request throws. */
export class BusFailure extends Error {
  override readonly name = 'BusFailure';
  readonly kind: BusFailureKind;
  constructor(kind: BusFailureKind, options: { readonly cause?: unknown } = {}) {
    super(kind, options);
    this.kind = kind;
  }
}

/**
 * What both drivers promise; one conformance suite checks it. Messages are bytes and subjects exact. One member of a queue
 * group answers. A request without a subscriber fails at once, one without a reply as `timeout`. A message over the
 * payload limit is refused before it is sent. A request made while disconnected is refused and never buffered.
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
   * Receives a subject as a member of a queue group or, with `null`, as a broadcast. The subscription survives reconnects
   * and may be made before the first connection. `onMessage` must not throw.
   */
  subscribe(
    subject: string,
    queue: string | null,
    onMessage: (message: BusMessage) => void,
  ): BusSubscription;
  /** Broadcasts a message that may be lost; never throws. */
  publish(subject: string, data: Uint8Array): void;
  /** False while a request would be refused as `disconnected`. */
  connected(): boolean;
  /** Resolves when all messages so far have left this process; at once without a connection. */
  flush(): Promise<void>;
  /** Ends the connection; requests still waiting fail as `timeout`. */
  close(): Promise<void>;
}

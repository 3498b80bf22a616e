/** A message as a subscriber receives it. `respond` may be called once; a message without a reply address ignores it. */
export interface BusMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** Never throws: an answer that cannot leave, or is over the payload limit, is silence to the caller. */
  respond(data: Uint8Array): void;
}

/** A subscription; `drain` stops new messages and resolves when those already received were handed over. */
export interface BusSubscription {
  drain(): Promise<void>;
}

/**
 * Why a request has no answer. `timeout` promises nothing; all others promise that nobody received it: `disconnected`
 * (no broker), `no_responders` (nobody subscribed), `refused` (the broker forbids this service the subject) and
 * `too_large` (over LIMITS.busMessageBytesMax).
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
 * What both drivers promise, proved by one conformance suite: bytes only; exact subjects; one member of a queue group
 * answers; absence is told at once and silence by `timeout`; a message over the payload limit is refused before it is
 * sent; a request made while disconnected is refused and never kept for later.
 */
export interface BusDriver {
  /** Sends and waits for one answer; throws BusFailure. `timeoutMs` is at least 1. */
  request(
    subject: string,
    data: Uint8Array,
    headers: Readonly<Record<string, string>>,
    timeoutMs: number,
  ): Promise<Uint8Array>;
  /**
   * Receives a subject, as one of a queue group or, with `null`, on its own (broadcast); also after a reconnect, and
   * when there is no connection yet. `onMessage` must not throw.
   */
  subscribe(
    subject: string,
    queue: string | null,
    onMessage: (message: BusMessage) => void,
  ): BusSubscription;
  /** Broadcasts; loss is harmless to whoever uses it, so it never throws. */
  publish(subject: string, data: Uint8Array): void;
  /** False while a request would be refused as `disconnected`. */
  connected(): boolean;
  /** Resolves when everything sent so far has left this process; at once when there is no connection. */
  flush(): Promise<void>;
  /** Ends the connection; requests still waiting fail as `timeout`. */
  close(): Promise<void>;
}

import { LIMITS } from '@bridge/contracts';
import { BusFailure, type BusDriver, type BusMessage, type BusSubscription } from '../driver.ts';

/** A subscription in the memory bus. */
interface MemorySubscriber {
  readonly queue: string | null;
  readonly onMessage: (message: BusMessage) => void;
}

/**
 * The bus of the all-in-one, whose services run in one process. It behaves like the NATS broker: messages are copied, replies
 * arrive in a later tick, queue groups take turns, and requests without a subscriber fail at once.
 */
export class MemoryBus implements BusDriver {
  readonly #subjects = new Map<string, MemorySubscriber[]>();
  readonly #nextMember = new Map<string, number>();
  readonly #pending = new Set<() => void>();
  #open = true;

  request(
    subject: string,
    data: Uint8Array,
    headers: Readonly<Record<string, string>>,
    timeoutMs: number,
  ): Promise<Uint8Array> {
    if (!this.#open) return Promise.reject(new BusFailure('disconnected'));
    if (data.byteLength > LIMITS.busMessageBytesMax)
      return Promise.reject(new BusFailure('too_large'));
    const receivers = this.#receivers(subject);
    if (receivers.length === 0) return Promise.reject(new BusFailure('no_responders'));
    return new Promise((resolve, reject) => {
      const expire = (): void => {
        clearTimeout(timer);
        this.#pending.delete(expire);
        reject(new BusFailure('timeout'));
      };
      const timer = setTimeout(expire, timeoutMs);
      this.#pending.add(expire);
      this.#deliver(receivers, subject, data, headers, (reply) => {
        // Like the broker, drop a reply that is too large, or that arrives after the timeout of its request.
        if (reply.byteLength > LIMITS.busMessageBytesMax || !this.#pending.delete(expire)) return;
        clearTimeout(timer);
        const copy = new Uint8Array(reply);
        setImmediate(() => resolve(copy));
      });
    });
  }

  subscribe(
    subject: string,
    queue: string | null,
    onMessage: (message: BusMessage) => void,
  ): BusSubscription {
    const member: MemorySubscriber = { queue, onMessage };
    this.#subjects.set(subject, [...(this.#subjects.get(subject) ?? []), member]);
    return {
      drain: () => {
        const rest = (this.#subjects.get(subject) ?? []).filter((other) => other !== member);
        if (rest.length === 0) this.#subjects.delete(subject);
        else this.#subjects.set(subject, rest);
        // The `setImmediate` callbacks that deliver earlier messages run before this one.
        return new Promise((resolve) => setImmediate(resolve));
      },
    };
  }

  publish(subject: string, data: Uint8Array): void {
    if (!this.#open || data.byteLength > LIMITS.busMessageBytesMax) return;
    const receivers = this.#receivers(subject);
    if (receivers.length === 0) return;
    this.#deliver(receivers, subject, data, {}, () => undefined);
  }

  connected(): boolean {
    return this.#open;
  }

  flush(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }

  close(): Promise<void> {
    this.#open = false;
    this.#subjects.clear();
    for (const expire of [...this.#pending]) expire();
    return Promise.resolve();
  }

  /** Returns the receivers of a message: one member of each queue group in turn, and all members without a group. */
  #receivers(subject: string): readonly MemorySubscriber[] {
    const members = this.#subjects.get(subject) ?? [];
    const only = members[0];
    if (members.length <= 1) return only === undefined ? [] : [only];
    const ungrouped = members.filter((member) => member.queue === null);
    const groups = Map.groupBy(
      members.filter((member) => member.queue !== null),
      (member) => member.queue,
    );
    const chosen = [...groups].flatMap(([queue, group]) => {
      const name = `${subject} ${queue}`;
      const next = this.#nextMember.get(name) ?? 0;
      this.#nextMember.set(name, (next + 1) % group.length);
      return group[next % group.length] ?? [];
    });
    return [...ungrouped, ...chosen];
  }

  #deliver(
    receivers: readonly MemorySubscriber[],
    subject: string,
    data: Uint8Array,
    headers: Readonly<Record<string, string>>,
    respond: (reply: Uint8Array) => void,
  ): void {
    // `slice` is not used: the slice of a Buffer shares memory with the original.
    const copy = new Uint8Array(data);
    setImmediate(() => {
      for (const receiver of receivers)
        receiver.onMessage({ subject, data: copy, headers, respond });
    });
  }
}

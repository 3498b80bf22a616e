import { LIMITS } from '@bridge/contracts';
import { BusFailure, type BusDriver, type BusMessage, type BusSubscription } from '../driver.ts';

interface Member {
  readonly queue: string | null;
  readonly onMessage: (message: BusMessage) => void;
}

/**
 * The bus inside one process. It is as strict as the broker: bytes are copied, nothing is answered in the caller's own
 * turn, queue groups take turns, nobody listening is told at once, a large message is refused. So what works here
 * works split.
 */
export class MemoryBus implements BusDriver {
  readonly #subjects = new Map<string, Member[]>();
  readonly #turns = new Map<string, number>();
  readonly #waiting = new Set<() => void>();
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
      const giveUp = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(giveUp);
        reject(new BusFailure('timeout'));
      };
      const timer = setTimeout(giveUp, timeoutMs);
      this.#waiting.add(giveUp);
      this.#deliver(receivers, subject, data, headers, (answer) => {
        // As with the broker, an answer that is too large never arrives, and one nobody waits for is dropped.
        if (answer.byteLength > LIMITS.busMessageBytesMax || !this.#waiting.delete(giveUp)) return;
        clearTimeout(timer);
        const copy = new Uint8Array(answer);
        setImmediate(() => resolve(copy));
      });
    });
  }

  subscribe(
    subject: string,
    queue: string | null,
    onMessage: (message: BusMessage) => void,
  ): BusSubscription {
    const member: Member = { queue, onMessage };
    this.#subjects.set(subject, [...(this.#subjects.get(subject) ?? []), member]);
    return {
      drain: () => {
        const rest = (this.#subjects.get(subject) ?? []).filter((other) => other !== member);
        if (rest.length === 0) this.#subjects.delete(subject);
        else this.#subjects.set(subject, rest);
        // What was sent before is handed over in the next turn.
        return new Promise((resolve) => setImmediate(resolve));
      },
    };
  }

  publish(subject: string, data: Uint8Array): void {
    if (!this.#open || data.byteLength > LIMITS.busMessageBytesMax) return;
    this.#deliver(this.#receivers(subject), subject, data, {}, () => undefined);
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
    for (const giveUp of [...this.#waiting]) giveUp();
    return Promise.resolve();
  }

  /** One member of each queue group, by turns, and every member without a group. */
  #receivers(subject: string): readonly Member[] {
    const members = this.#subjects.get(subject) ?? [];
    const only = members[0];
    if (members.length <= 1) return only === undefined ? [] : [only];
    const alone = members.filter((member) => member.queue === null);
    const groups = Map.groupBy(
      members.filter((member) => member.queue !== null),
      (member) => member.queue,
    );
    const chosen = [...groups].flatMap(([queue, group]) => {
      const name = `${subject} ${queue}`;
      const turn = this.#turns.get(name) ?? 0;
      this.#turns.set(name, (turn + 1) % group.length);
      return group[turn % group.length] ?? [];
    });
    return [...alone, ...chosen];
  }

  #deliver(
    receivers: readonly Member[],
    subject: string,
    data: Uint8Array,
    headers: Readonly<Record<string, string>>,
    respond: (answer: Uint8Array) => void,
  ): void {
    // Not slice(): a Buffer's shares the bytes it was cut from.
    const copy = new Uint8Array(data);
    setImmediate(() => {
      for (const receiver of receivers)
        receiver.onMessage({ subject, data: copy, headers, respond });
    });
  }
}

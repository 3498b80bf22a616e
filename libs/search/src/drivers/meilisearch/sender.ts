import type { Engine } from './engine.ts';

/** Bytes of JSON in one payload: fewer, larger payloads are indexed faster. ADR 014. */
const PAYLOAD_BYTES = 16 * 1024 * 1024;
/** UTF-8 needs at most three bytes for a UTF-16 unit. */
const BYTES_PER_UNIT = 3;
/**
 * Payloads that may wait in the engine's queue: it indexes those that wait together, which costs much less than one by one,
 * so a whole archive may wait there. They lie on its disk; here only their numbers are kept.
 */
const IN_FLIGHT = 64;

/** Sends documents to one index in large payloads, and knows how far the engine has come with them. */
export class Sender {
  readonly #engine: Engine;
  readonly #uid: string;
  /** What is gathered, as it will be sent: as text it would live long enough to be copied by the collector of garbage. */
  #lines = Buffer.alloc(0);
  #used = 0;
  #mark: string | null = null;
  #reached: string | null = null;
  readonly #tasks: { readonly uid: number; readonly mark: string | null }[] = [];

  constructor(engine: Engine, uid: string) {
    this.#engine = engine;
    this.#uid = uid;
  }

  async add(document: object): Promise<void> {
    const line = `${JSON.stringify(document)}\n`;
    await this.#reserve(line);
    this.#used += this.#lines.write(line, this.#used);
  }

  /** Makes room for a line: most by its length, the last ones by their bytes. */
  async #reserve(line: string): Promise<void> {
    if (this.#used + line.length * BYTES_PER_UNIT <= this.#lines.length) return;
    const bytes = Buffer.byteLength(line);
    if (this.#used + bytes > this.#lines.length) await this.hand();
    if (bytes > this.#lines.length)
      this.#lines = Buffer.allocUnsafeSlow(Math.max(PAYLOAD_BYTES, bytes));
  }

  /** Names the place after all that was added so far. */
  mark(place: string): void {
    this.#mark = place;
    if (this.#used === 0 && this.#tasks.length === 0) this.#reached = place;
  }

  /** The last marked place before which everything is indexed; null before the first. */
  reached(): string | null {
    return this.#reached;
  }

  /** Gives what was added to the engine, which works it off in its own time. Throws the fault of an earlier payload. */
  async hand(): Promise<void> {
    if (this.#used > 0) await this.#send();
  }

  /** Resolves once everything that was added is indexed. Throws the fault of a payload that was not. */
  async flush(): Promise<void> {
    await this.hand();
    await this.#settle(0);
    this.#reached = this.#mark;
  }

  /** Forgets what was not sent and what is under way. */
  drop(): void {
    this.#used = 0;
    this.#tasks.length = 0;
  }

  async #send(): Promise<void> {
    const uid = await this.#engine.add(this.#uid, this.#lines.subarray(0, this.#used));
    this.#used = 0;
    this.#tasks.push({ uid, mark: this.#mark });
    await this.#settle(IN_FLIGHT);
  }

  /** Waits until at most so many payloads are under way; the engine takes those of one index in order. */
  async #settle(left: number): Promise<void> {
    while (this.#tasks.length > left) {
      const [oldest] = this.#tasks;
      if (oldest === undefined) return;
      await this.#engine.done(oldest.uid);
      this.#tasks.shift();
      this.#reached = oldest.mark ?? this.#reached;
    }
  }
}

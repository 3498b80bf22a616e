import type { Engine } from './engine.ts';

/** Characters of JSON in one payload: fewer, larger payloads are indexed faster. Source: archive design, section 8. */
const PAYLOAD_CHARS = 16 * 1024 * 1024;
/**
 * Payloads that may wait in the engine's queue: it never rests while the next one is made, and indexes those that wait
 * together, which costs less than one by one.
 */
const IN_FLIGHT = 8;

/** Sends documents to one index in large payloads, and knows how far the engine has come with them. */
export class Sender {
  readonly #engine: Engine;
  readonly #uid: string;
  #lines: string[] = [];
  #chars = 0;
  #mark: string | null = null;
  #reached: string | null = null;
  readonly #tasks: { readonly uid: number; readonly mark: string | null }[] = [];

  constructor(engine: Engine, uid: string) {
    this.#engine = engine;
    this.#uid = uid;
  }

  async add(document: object): Promise<void> {
    const line = JSON.stringify(document);
    this.#lines.push(line);
    this.#chars += line.length;
    if (this.#chars >= PAYLOAD_CHARS) await this.#send();
  }

  /** Names the place after all that was added so far. */
  mark(place: string): void {
    this.#mark = place;
    if (this.#lines.length === 0 && this.#tasks.length === 0) this.#reached = place;
  }

  /** The last marked place before which everything is indexed; null before the first. */
  reached(): string | null {
    return this.#reached;
  }

  /** Resolves once everything that was added is indexed. Throws the fault of a payload that was not. */
  async flush(): Promise<void> {
    if (this.#lines.length > 0) await this.#send();
    await this.#settle(0);
    this.#reached = this.#mark;
  }

  /** Forgets what was not sent and what is under way. */
  drop(): void {
    this.#lines = [];
    this.#chars = 0;
    this.#tasks.length = 0;
  }

  async #send(): Promise<void> {
    const lines = this.#lines;
    this.#lines = [];
    this.#chars = 0;
    const uid = await this.#engine.add(this.#uid, lines);
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

import { LIVE, type LiveEvent, type LiveEventName } from '@bridge/contracts';
import { randomInt } from 'node:crypto';

/** An event in the form of `text/event-stream`; one with an id can be resumed from. */
export function eventText<N extends LiveEventName>(
  name: N,
  data: LiveEvent<N>,
  id: number | null = null,
): string {
  const idLine = id === null ? '' : `id: ${id}\n`;
  return `${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A comment keeps the connection open and shows a client that the stream lives. */
const COMMENT = ':\n\n';

/**
 * The stream of one browser. What its reader has not taken yet waits here, at most 1,000 events: then they are dropped and
 * the reader receives `resync`. Spec: live.slow-reader.
 */
export class LiveStream {
  /** The last journal row that the stream has taken; null before the first reading of the journal. */
  lastSeq: number | null;
  /** True until it has received the nodes that are online, and again after events were dropped. */
  wantsPresence = true;
  #waiting: string[] = [];
  #isBehind = false;
  #isOver = false;
  #wake: (() => void) | null = null;

  readonly #onEnd: () => void;

  /** @param after the row behind which the stream goes on; null for the end of the journal */
  constructor(after: number | null, onEnd: () => void) {
    this.lastSeq = after;
    this.#onEnd = onEnd;
  }

  /** Adds an event. When too many wait for the reader they are dropped, and so are further ones until it reads again. */
  push(text: string): void {
    if (this.#isOver || this.#isBehind) return;
    if (this.#waiting.length < LIVE.bufferedEventsMax) this.#waiting.push(text);
    else {
      this.#waiting = [];
      this.#isBehind = true;
      this.wantsPresence = true;
    }
    this.#wake?.();
  }

  comment(): void {
    if (this.#waiting.length === 0) this.push(COMMENT);
  }

  /** Ends the stream after what waits. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onEnd();
    this.#wake?.();
  }

  #take(): string {
    const text = this.#isBehind
      ? eventText('resync', { seq: this.lastSeq ?? 0 }, this.lastSeq)
      : this.#waiting.join('');
    this.#isBehind = false;
    this.#waiting = [];
    return text;
  }

  /** The text of the stream, taken at the pace of its reader. Ends the stream when the reader leaves. */
  async *chunks(): AsyncGenerator<string> {
    try {
      yield `retry: ${randomInt(LIVE.retryMinMs, LIVE.retryMaxMs)}\n\n`;
      for (;;) {
        const text = this.#take();
        if (text !== '') yield text;
        else if (this.#isOver) return;
        else
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
            if (this.#isOver) resolve();
          });
        this.#wake = null;
      }
    } finally {
      this.end();
    }
  }
}

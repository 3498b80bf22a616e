import { LIVE, type ConsoleLiveEventData, type LiveEventName } from '@bridge/contracts';
import { randomInt } from 'node:crypto';

/** Formats an event as `text/event-stream`. A client can resume after an event that has an id. */
export function eventText<N extends LiveEventName>(
  name: N,
  data: ConsoleLiveEventData<N>,
  id: number | null = null,
): string {
  const idLine = id === null ? '' : `id: ${id}\n`;
  return `${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The comment line that keeps the connection open while there are no events. */
const COMMENT = ':\n\n';

/**
 * The live event stream of one open console. It buffers at most 1,000 events that the client has not read. Above that it
 * drops them and sends the event `resync`, after which the console reads its data again. Spec: live.slow-reader.
 */
export class LiveEventStream {
  /** Number of the last journal (audit log) row that was sent; null before the journal was read for the first time. */
  lastSeq: number | null;
  /**
   * True while the client lacks the list of nodes (agent programs) online: at the beginning, and after events were dropped.
   */
  wantsPresence = true;
  #waiting: string[] = [];
  #isBehind = false;
  #isOver = false;
  #wake: (() => void) | null = null;

  readonly #onEnd: () => void;

  /** @param after number of the journal (audit log) row after which the stream begins; null for the end of the journal */
  constructor(after: number | null, onEnd: () => void) {
    this.lastSeq = after;
    this.#onEnd = onEnd;
  }

  /** Adds an event. Above the limit all buffered events are dropped, as are further ones until the client reads again. */
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

  /** Ends the stream after its buffered events were sent. */
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

  /** Yields the text of the event stream at the pace of its reader. Ends the stream when the reader disconnects. */
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

import type { MessageBus } from '@bridge/bus';
import { ACCOUNT, LIVE, type WireOutput } from '@bridge/contracts';
import type { Clock, RandomIdGenerator, Logger } from '@bridge/kernel';
import { contextOf, ownerPrincipal } from '../dispatch/call-context.ts';
import { eventText, type LiveEventStream } from './live-stream.ts';

/**
 * The data of an account that its live streams send: the newest rows of the journal (audit log), the number of the last row,
 * and the nodes (running agent programs) that are online.
 */
type AccountLiveFeedResult = WireOutput<typeof ACCOUNT.liveFeed>;

/** Dependencies of the live event streams of an account’s consoles. */
export interface LiveStreamDeps {
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly ids: RandomIdGenerator;
  readonly log: Logger;
}

/**
 * The live event streams of one account at this gateway. While one is open, the journal rows after the position of the stream
 * that is furthest behind are requested from the account service, once for all streams: at each hint (bus message about a
 * change) and every 5 s. Spec: live.once-per-account.
 */
export class AccountLiveStreams {
  readonly streams = new Set<LiveEventStream>();
  readonly #deps: LiveStreamDeps;
  readonly #accountId: string;
  #presence: string | null = null;
  #isDue = false;
  #isRunning = false;
  #wake: (() => void) | null = null;

  constructor(deps: LiveStreamDeps, accountId: string) {
    this.#deps = deps;
    this.#accountId = accountId;
  }

  add(stream: LiveEventStream): void {
    this.streams.add(stream);
    this.wake();
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  /**
   * Reads the account’s journal (audit log) soon, because it has new rows or because the nodes (agent programs) online have
   * changed.
   */
  wake(): void {
    this.#isDue = true;
    this.#wake?.();
  }

  /** Sends to all streams of the account an event that is not a row of the journal (audit log). */
  send(text: string): void {
    for (const stream of this.streams) stream.push(text);
  }

  /** Removes a stream. Without streams, the account’s journal (audit log) is no longer read. */
  remove(stream: LiveEventStream): void {
    this.streams.delete(stream);
    if (this.streams.size === 0) this.#wake?.();
  }

  async #pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        if (!this.#isDue && this.streams.size > 0) return;
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = null;
  }

  async #run(): Promise<void> {
    while (this.streams.size > 0) {
      const from = this.#deps.clock.monotonic();
      this.#isDue = false;
      try {
        await this.#read();
      } catch (error) {
        this.#deps.log.debug({ err: error }, 'live_feed_not_read');
      }
      const leftMs = LIVE.pauseMs - (this.#deps.clock.monotonic() - from);
      if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs));
      if (!this.#isDue && this.streams.size > 0) await this.#pause(LIVE.pollMs);
    }
    this.#isRunning = false;
    this.#presence = null;
  }

  async #read(): Promise<void> {
    const { bus, ids } = this.#deps;
    const starts = [...this.streams].flatMap(({ lastSeq }) => (lastSeq === null ? [] : [lastSeq]));
    const { result } = await bus.request(ACCOUNT.liveFeed, {
      ctx: contextOf(ownerPrincipal(this.#accountId), 'console'),
      input: { after: starts.length === 0 ? null : Math.min(...starts), limit: LIVE.replayMax },
      requestId: ids.make('req'),
    });
    this.#deliver(result);
  }

  #deliver({ seq, events, nodes }: AccountLiveFeedResult): void {
    const rows = events.map((event) => ({
      seq: event.seq,
      text: eventText('journal', event, event.seq),
    }));
    const presence = eventText('presence', { nodes });
    const isChanged = presence !== this.#presence;
    this.#presence = presence;
    for (const stream of this.streams) {
      const last = stream.lastSeq;
      stream.lastSeq = seq;
      const fresh = last === null ? [] : rows.filter((row) => row.seq > last);
      if (last === null) stream.push(eventText('ready', { seq }, seq));
      // The answer lacks journal rows after the last one that this stream sent.
      // The stream is too far behind, or its position is from another database.
      else if (last > seq || fresh.length < seq - last)
        stream.push(eventText('resync', { seq }, seq));
      else for (const row of fresh) stream.push(row.text);
      if (isChanged || stream.wantsPresence) {
        stream.wantsPresence = false;
        stream.push(presence);
      }
    }
  }
}

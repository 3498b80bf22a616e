import { afterEach, expect, test, vi } from 'vitest';
import { onLiveEvent, startLive } from './live.ts';

/** The browser's EventSource, whose connection the test opens, refuses and feeds. */
class StandInSource extends EventTarget {
  static readonly CLOSED = 2;
  static readonly opened: StandInSource[] = [];
  readyState = 0;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    StandInSource.opened.push(this);
  }

  receive(name: string, data: unknown, lastEventId: string): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId }));
  }

  /** Ends as a stream that the service refused: the browser does not open it again. */
  refuse(): void {
    this.readyState = StandInSource.CLOSED;
    this.dispatchEvent(new Event('error'));
  }

  close(): void {
    this.readyState = StandInSource.CLOSED;
  }
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// Verifies: console.live.
test('a stream that was refused starts again behind the last event that arrived', async () => {
  vi.stubGlobal('EventSource', StandInSource);
  const stop = startLive();
  const received: number[] = [];
  onLiveEvent('journal', ({ seq }) => received.push(seq));
  const { opened } = StandInSource;
  await vi.waitFor(() => expect(opened).toHaveLength(1));
  vi.useFakeTimers();
  opened[0]?.receive('journal', { seq: 42 }, '42');
  // An event without an id, before any with one on its connection, leaves the last id as it is.
  opened[0]?.receive('use', {}, '');
  opened[0]?.refuse();
  vi.advanceTimersByTime(60_000);
  expect(opened.map(({ url }) => url)).toEqual([
    '/api/console/events',
    '/api/console/events?after=42',
  ]);
  opened[1]?.receive('journal', { seq: 43 }, '43');
  expect(received).toEqual([42, 43]);
  stop();
});

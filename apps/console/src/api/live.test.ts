import { afterEach, expect, test, vi } from 'vitest';
import { onLiveEvent, startLive } from './live.ts';

/** A replacement for the browser's EventSource; the test opens and refuses its connection and sends its events. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static readonly opened: FakeEventSource[] = [];
  readyState = 0;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.opened.push(this);
  }

  receive(name: string, data: unknown, lastEventId: string): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId }));
  }

  /** Closes the connection as a browser does for a refused one: it does not reopen it. */
  refuse(): void {
    this.readyState = FakeEventSource.CLOSED;
    this.dispatchEvent(new Event('error'));
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// Verifies: console.live.
test('a stream that was refused starts again behind the last event that arrived', async () => {
  vi.stubGlobal('EventSource', FakeEventSource);
  const stop = startLive();
  const received: number[] = [];
  onLiveEvent('journal', ({ seq }) => received.push(seq));
  const { opened } = FakeEventSource;
  await expect.poll(() => opened).toHaveLength(1);
  vi.useFakeTimers();
  opened[0]?.receive('journal', { seq: 42 }, '42');
  // An event with an empty `lastEventId` must not clear the stored id of the last event.
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

import type { ConsoleLiveEventData, LiveEventName } from '@bridge/contracts';
import { until } from '@bridge/testing';

/** An event as a browser receives it from the stream of live events. */
export interface ReceivedLiveEvent {
  readonly name: string;
  readonly id: string | null;
  readonly data: unknown;
}

/** A test client of an account’s stream of live events. */
export interface LiveEventTestClient {
  readonly status: number;
  readonly response: Response;
  readonly events: readonly ReceivedLiveEvent[];
  /** True when the stream has ended. */
  readonly hasEnded: () => boolean;
  /** Returns the data of all events of a kind received so far. */
  of<N extends LiveEventName>(name: N): readonly ConsoleLiveEventData<N>[];
  /** Returns the event id that a browser would send when it reconnects. */
  lastId(): string;
  /** Waits for the first event with this name for which `fits` returns true. */
  next<N extends LiveEventName>(
    name: N,
    fits?: (data: ConsoleLiveEventData<N>) => boolean,
  ): Promise<ConsoleLiveEventData<N>>;
  close(): void;
}

function eventOf(block: string): ReceivedLiveEvent | undefined {
  const fields = new Map(
    block
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith(':'))
      .map((line): [string, string] => {
        const colon = line.indexOf(': ');
        return [line.slice(0, colon), line.slice(colon + 2)];
      }),
  );
  const name = fields.get('event');
  if (name === undefined) return undefined;
  return { name, id: fields.get('id') ?? null, data: JSON.parse(fields.get('data') ?? 'null') };
}

/** Opens a stream of live events with an owner’s session. */
export async function openLive(
  base: string,
  cookie: string,
  { lastId, after }: { readonly lastId?: string; readonly after?: number } = {},
): Promise<LiveEventTestClient> {
  const leaving = new AbortController();
  const query = after === undefined ? '' : `?after=${after}`;
  const response = await fetch(`${base}/api/console/events${query}`, {
    headers: { cookie, ...(lastId === undefined ? {} : { 'last-event-id': lastId }) },
    signal: leaving.signal,
  });
  const events: ReceivedLiveEvent[] = [];
  let ended = false;
  const read = async (): Promise<void> => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes as Uint8Array, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = eventOf(block);
        if (event !== undefined) events.push(event);
      }
    }
  };
  if (response.ok)
    void read()
      .catch(() => undefined)
      .finally(() => (ended = true));
  const of = <N extends LiveEventName>(name: N) =>
    events
      .filter((event) => event.name === name)
      .map(({ data }) => data as ConsoleLiveEventData<N>);
  return {
    status: response.status,
    response,
    events,
    hasEnded: () => ended,
    of,
    lastId: () => events.findLast(({ id }) => id !== null)?.id ?? '',
    next: (name, fits = () => true) => until(`an event ${name}`, () => of(name).find(fits)),
    close: () => leaving.abort(),
  };
}

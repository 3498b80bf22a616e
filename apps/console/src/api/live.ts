import type { OnlineAgentNode, ConsoleLiveEventData, LiveEventName } from '@bridge/contracts';

const STREAM = '/api/console/events';
const CHANNEL = 'bridge-live';
const LOCK = 'bridge-live-leader';
/** Delay in ms before the event stream is opened again after the service refused it. */
const REOPEN_MS = 10_000;

const EVENT_NAMES: readonly LiveEventName[] = [
  'ready',
  'resync',
  'journal',
  'use',
  'message',
  'presence',
];

/**
 * A function that receives the name and the data of each live event (a message of the service about a change in the account).
 */
type LiveEventCallback = (name: LiveEventName, data: unknown) => void;

/**
 * A message between the tabs of one browser: a live event, whether the event stream of the leading tab is open, or the request
 * of a new tab for the current state.
 */
type CrossTabLiveMessage =
  | {
      readonly what: 'event';
      readonly name: LiveEventName;
      readonly data: unknown;
      readonly id: string;
    }
  | { readonly what: 'state'; readonly isLive: boolean }
  | { readonly what: 'hello' };

const eventCallbacks = new Set<LiveEventCallback>();
const stateCallbacks = new Set<() => void>();
let isOpen = false;
/** The agent programs (nodes) that were online according to the last `presence` event. */
let nodes: readonly OnlineAgentNode[] = [];
/** Id of the last live event that this tab received. A stream that this tab opens starts with the event after it. */
let lastEventId = '';

function setOpen(next: boolean): void {
  if (isOpen === next) return;
  isOpen = next;
  for (const callback of stateCallbacks) callback();
}

function emit(name: LiveEventName, data: unknown): void {
  // The cast is safe because the service sends only data that match the event's schema.
  if (name === 'presence') ({ nodes } = data as ConsoleLiveEventData<'presence'>);
  for (const callback of eventCallbacks) callback(name, data);
}

/** Calls `callback` with the data of each live event of this name. Returns a function that removes the callback. */
export function onLiveEvent<N extends LiveEventName>(
  name: N,
  callback: (data: ConsoleLiveEventData<N>) => void,
): () => void {
  const listen: LiveEventCallback = (one, data) => {
    // The cast is safe because the service sends only data that match the event's schema.
    if (one === name) callback(data as ConsoleLiveEventData<N>);
  };
  eventCallbacks.add(listen);
  return () => eventCallbacks.delete(listen);
}

/** True while this browser receives live events (messages of the service about changes in the account). */
export function isLive(): boolean {
  return isOpen;
}

/** The agent programs (nodes) of the account that are online. */
export function onlineNodes(): readonly OnlineAgentNode[] {
  return nodes;
}

/** Calls `callback` when the stream of live events opens or closes. Returns a function that removes the callback. */
export function onLiveState(callback: () => void): () => void {
  stateCallbacks.add(callback);
  return () => stateCallbacks.delete(callback);
}

/**
 * Makes this tab the leader: it opens the stream of live events and forwards the events to the other tabs of the browser.
 * Returns a function that ends this and closes the stream.
 */
function lead(channel: BroadcastChannel): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (message: CrossTabLiveMessage): void => channel.postMessage(message);
  const setState = (open: boolean): void => {
    setOpen(open);
    tell({ what: 'state', isLive: open });
  };
  const open = (): void => {
    // A new EventSource sends no `Last-Event-ID` header, so the address contains the id of the last event.
    source = new EventSource(lastEventId === '' ? STREAM : `${STREAM}?after=${lastEventId}`);
    source.addEventListener('open', () => setState(true));
    source.addEventListener('error', () => {
      setState(false);
      // The browser reopens a broken event stream by itself, but not one that the service refused.
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN_MS);
    });
    for (const name of EVENT_NAMES)
      source.addEventListener(name, ({ data, lastEventId: id }: MessageEvent<string>) => {
        const parsed: unknown = JSON.parse(data);
        if (id !== '') lastEventId = id;
        emit(name, parsed);
        tell({ what: 'event', name, data: parsed, id });
      });
  };
  const onHello = ({ data }: MessageEvent<CrossTabLiveMessage>): void => {
    if (data.what !== 'hello') return;
    tell({ what: 'state', isLive: isOpen });
    tell({ what: 'event', name: 'presence', data: { nodes }, id: '' });
  };
  channel.addEventListener('message', onHello);
  open();
  return () => {
    channel.removeEventListener('message', onHello);
    clearTimeout(timer);
    source?.close();
    setState(false);
  };
}

/**
 * Waits until no other tab of the browser holds the lock of the leader, then makes this tab the leader until `signal` aborts.
 * Without the Web Locks API every tab opens its own event stream.
 */
async function leadWhenFree(channel: BroadcastChannel, signal: AbortSignal): Promise<void> {
  const leadUntilEnd = (): Promise<void> => {
    const end = lead(channel);
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => {
      end();
      resolve();
    });
    return promise;
  };
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks === undefined) return leadUntilEnd();
  await locks.request(LOCK, { signal }, leadUntilEnd);
}

/**
 * Starts to receive live events from the service. One tab of the browser opens the event stream and forwards the events to the
 * other tabs. Returns a function that ends this.
 */
export function startLive(): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<CrossTabLiveMessage>) => {
    if (data.what === 'event') {
      if (data.id !== '') lastEventId = data.id;
      emit(data.name, data.data);
    } else if (data.what === 'state') setOpen(data.isLive);
  });
  const hello: CrossTabLiveMessage = { what: 'hello' };
  channel.postMessage(hello);
  const ended = new AbortController();
  void leadWhenFree(channel, ended.signal).catch(() => undefined);
  return () => {
    ended.abort();
    channel.close();
    // The id of the last event is removed because the owner who signs in next may have another account, with other events.
    lastEventId = '';
    nodes = [];
    setOpen(false);
  };
}

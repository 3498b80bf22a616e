import type { LiveEvent, LiveEventName } from '@bridge/contracts';

const STREAM = '/api/console/events';
const CHANNEL = 'bridge-live';
const LOCK = 'bridge-live-leader';
/** Time until a stream that the service refused is opened again. */
const REOPEN_MS = 10_000;

const EVENT_NAMES: readonly LiveEventName[] = [
  'ready',
  'resync',
  'journal',
  'use',
  'message',
  'presence',
];

type LiveCallback = (name: LiveEventName, data: unknown) => void;

/** What the tabs of one browser tell each other: an event, or whether the leader’s stream is open. */
type LiveBroadcast =
  | {
      readonly what: 'event';
      readonly name: LiveEventName;
      readonly data: unknown;
      readonly id: string;
    }
  | { readonly what: 'state'; readonly isLive: boolean }
  | { readonly what: 'hello' };

const eventCallbacks = new Set<LiveCallback>();
const stateCallbacks = new Set<() => void>();
let isOpen = false;
/** Id of the last event that this tab received; a new stream goes on behind it. */
let lastEventId = '';

function setOpen(next: boolean): void {
  if (isOpen === next) return;
  isOpen = next;
  for (const callback of stateCallbacks) callback();
}

function emit(name: LiveEventName, data: unknown): void {
  for (const callback of eventCallbacks) callback(name, data);
}

/** Calls back with each event of this name. Returns the function that stops it. */
export function onLiveEvent<N extends LiveEventName>(
  name: N,
  callback: (data: LiveEvent<N>) => void,
): () => void {
  const listen: LiveCallback = (one, data) => {
    // An event of this name has the data of its schema.
    if (one === name) callback(data as LiveEvent<N>);
  };
  eventCallbacks.add(listen);
  return () => eventCallbacks.delete(listen);
}

/** True while this browser receives events. */
export function isLive(): boolean {
  return isOpen;
}

/** Calls back when the stream opens or ends. */
export function onLiveState(callback: () => void): () => void {
  stateCallbacks.add(callback);
  return () => stateCallbacks.delete(callback);
}

/** Opens the stream as the leader and tells the other tabs. Returns the function that ends it. */
function lead(channel: BroadcastChannel): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (message: LiveBroadcast): void => channel.postMessage(message);
  const setState = (open: boolean): void => {
    setOpen(open);
    tell({ what: 'state', isLive: open });
  };
  const open = (): void => {
    // A browser names the last event only when it reopens a broken stream itself.
    source = new EventSource(lastEventId === '' ? STREAM : `${STREAM}?after=${lastEventId}`);
    source.addEventListener('open', () => setState(true));
    source.addEventListener('error', () => {
      setState(false);
      // The browser opens a broken stream again by itself, but not one that the service refused.
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
  const onHello = ({ data }: MessageEvent<LiveBroadcast>): void => {
    if (data.what === 'hello') tell({ what: 'state', isLive: isOpen });
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

/** Waits for the lock of the leader, then leads until `signal` ends it. Without Web Locks every tab has its own stream. */
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

/** Starts to receive events: one tab of the browser holds the stream, which passes them to the others. Returns the function that stops. */
export function startLive(): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<LiveBroadcast>) => {
    if (data.what === 'event') {
      if (data.id !== '') lastEventId = data.id;
      emit(data.name, data.data);
    } else if (data.what === 'state') setOpen(data.isLive);
  });
  const hello: LiveBroadcast = { what: 'hello' };
  channel.postMessage(hello);
  const ended = new AbortController();
  void leadWhenFree(channel, ended.signal).catch(() => undefined);
  return () => {
    ended.abort();
    channel.close();
    // Another owner may sign in next.
    lastEventId = '';
    setOpen(false);
  };
}

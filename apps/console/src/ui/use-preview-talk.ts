import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { PreviewMessageRateLimiter } from './message-budget.ts';
import {
  readPreviewMessage,
  type PreviewMessage,
  type PageScrollPosition,
} from './preview-messages.ts';

/** Maximum number of errors of the page in a preview that are stored and shown; further ones are ignored. */
const ERRORS_MAX = 50;
/** Interval in ms of the liveness requests, with which the console tests whether the page in a preview responds. */
const PROBE_MS = 2_000;
/** Number of unanswered liveness requests after which the page in a preview is reported as not responding. */
const UNANSWERED_MAX = 3;

/** React refs to the visible frame of a preview, and to the element that contains all frames of the preview. */
export interface PreviewFrameRefs {
  readonly shown: RefObject<HTMLIFrameElement | null>;
  readonly all: RefObject<HTMLElement | null>;
}

/**
 * What the console knows about the page in a preview: its errors and whether it responds. The component with the frames must
 * call `onLoaded`.
 */
export interface PreviewPageHealth {
  readonly errors: readonly string[];
  /** True while a page that contains the console's helper script does not answer. */
  readonly isSilent: boolean;
  /**
   * Must be called when a frame has loaded. It scrolls the page to the last known position and replaces the shown errors with
   * those of this page.
   */
  readonly onLoaded: (frame: HTMLIFrameElement) => void;
}

/** The functions that `usePreviewTalk` calls for messages of a preview. */
interface PreviewMessageCallbacks {
  readonly onScroll: ((place: PageScrollPosition) => void) | undefined;
  /** Called when a page sends more messages than the limits allow. It must remove the frames. */
  readonly onFlood: () => void;
}

/** Sends a message to the page in a preview's frame. A page without the console's helper script ignores it. */
function sendTo(frame: HTMLIFrameElement, facts: object): void {
  // A sandboxed frame has no origin to name as the target, so any origin may receive the message. It has no secret.
  frame.contentWindow?.postMessage({ bridge: 'preview', ...facts }, '*');
}

/** Scrolls the page in a preview's frame to a position, if the page contains the console's helper script. */
export function scrollFrame(frame: HTMLIFrameElement, { x, y }: PageScrollPosition): void {
  sendTo(frame, { x, y });
}

/** React hook: receives the messages from the pages in the frames of a preview. Messages from other windows are ignored. */
function usePreviewMessages(
  { all }: PreviewFrameRefs,
  onMessage: (source: Window, message: PreviewMessage | null) => void,
  onFlood: () => void,
): void {
  const current = useRef({ onMessage, onFlood });
  useEffect(() => {
    current.current = { onMessage, onFlood };
  });
  useEffect(() => {
    const budget = new PreviewMessageRateLimiter();
    const listen = (event: MessageEvent<unknown>): void => {
      const frames = [...(all.current?.querySelectorAll('iframe') ?? [])];
      const source = frames.find(({ contentWindow }) => contentWindow === event.source);
      const window = source?.contentWindow ?? null;
      if (window === null) return;
      const start = performance.now();
      // The browser deserializes `data` at this first read. For a large message that takes long, so it counts to the limit.
      const message = readPreviewMessage(event.data);
      if (budget.allows(start, performance.now())) current.current.onMessage(window, message);
      // The preview's frames are removed synchronously, because during a flood of messages a later task would not run.
      else flushSync(current.current.onFlood);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [all]);
}

/**
 * React hook: sends the visible page of a preview a liveness request every PROBE_MS, once its helper script has sent a message.
 * True when the page left several requests unanswered.
 */
function useSilence({ shown }: PreviewFrameRefs) {
  const [isSilent, setSilent] = useState(false);
  const unanswered = useRef(new WeakMap<Window, number>());
  useEffect(() => {
    const timer = setInterval(() => {
      const frame = shown.current;
      const window = frame?.contentWindow ?? null;
      const count = window === null ? undefined : unanswered.current.get(window);
      setSilent(count !== undefined && count >= UNANSWERED_MAX);
      if (frame === null || window === null || count === undefined) return;
      unanswered.current.set(window, count + 1);
      sendTo(frame, { isAsking: true });
    }, PROBE_MS);
    return () => clearInterval(timer);
  }, [shown]);
  const onHeard = useCallback((window: Window) => {
    unanswered.current.set(window, 0);
  }, []);
  return { isSilent, onHeard };
}

/**
 * React hook: receives scroll positions and errors from the pages of a preview, and detects a page that does not respond or
 * sends too many messages.
 */
export function usePreviewTalk(
  frames: PreviewFrameRefs,
  { onScroll, onFlood }: PreviewMessageCallbacks,
): PreviewPageHealth {
  const [errors, setErrors] = useState<readonly string[]>([]);
  const reported = useRef(new WeakMap<Window, readonly string[]>());
  const place = useRef<PageScrollPosition>({ x: 0, y: 0 });
  const { isSilent, onHeard } = useSilence(frames);
  const onMessage = (source: Window, message: PreviewMessage | null): void => {
    if (message === null) return;
    onHeard(source);
    const isShown = source === frames.shown.current?.contentWindow;
    if (message.kind === 'error') {
      // The page reports missing files while its frame is still hidden, so errors are stored for each frame.
      const known = reported.current.get(source) ?? [];
      if (known.length >= ERRORS_MAX) return;
      reported.current.set(source, [...known, message.text]);
      if (isShown) setErrors([...known, message.text]);
    } else if (message.kind === 'scroll' && isShown) {
      place.current = message;
      if (!message.isMoved) onScroll?.(message);
    }
  };
  usePreviewMessages(frames, onMessage, onFlood);
  const onLoaded = useCallback((loaded: HTMLIFrameElement) => {
    const window = loaded.contentWindow;
    setErrors((window === null ? undefined : reported.current.get(window)) ?? []);
    scrollFrame(loaded, place.current);
  }, []);
  return { errors, isSilent, onLoaded };
}

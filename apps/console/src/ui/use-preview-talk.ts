import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { MessageBudget } from './message-budget.ts';
import { readPreviewMessage, type PreviewMessage, type ScrollPlace } from './preview-messages.ts';

/** Maximum number of errors that are stored and shown; a page can report any number. */
const ERRORS_MAX = 50;
/** Time between two liveness requests to a page, in ms. */
const PROBE_MS = 2_000;
/** Number of unanswered requests after which a page is reported as frozen. */
const UNANSWERED_MAX = 3;

/** The visible frame of a preview, and the element that contains all its frames. */
export interface PreviewFrames {
  readonly shown: RefObject<HTMLIFrameElement | null>;
  readonly all: RefObject<HTMLElement | null>;
}

/** The state of a preview since it was loaded: the errors that the page reported, and a function for each load. */
export interface PreviewTalk {
  readonly errors: readonly string[];
  /** True while a page with the helper script answers no request. */
  readonly isSilent: boolean;
  /** Called when a frame was loaded: scrolls it to the last position and shows its errors instead of the previous page's. */
  readonly onLoaded: (frame: HTMLIFrameElement) => void;
}

/** Functions that `usePreviewTalk` calls. */
interface PreviewListener {
  readonly onScroll: ((place: ScrollPlace) => void) | undefined;
  /** Called when a page exceeds its message budget; removes the frames. */
  readonly onFlood: () => void;
}

/** Sends a message to a frame; a page without the helper script ignores it. */
function sendTo(frame: HTMLIFrameElement, facts: object): void {
  // The frame has an opaque origin, which cannot be a target; the message contains no secret.
  frame.contentWindow?.postMessage({ bridge: 'preview', ...facts }, '*');
}

/** Requests that a frame scrolls to a position. */
export function scrollFrame(frame: HTMLIFrameElement, { x, y }: ScrollPlace): void {
  sendTo(frame, { x, y });
}

/** React hook: receives messages from the frames of a preview, and from no other window. */
function usePreviewMessages(
  { all }: PreviewFrames,
  onMessage: (source: Window, message: PreviewMessage | null) => void,
  onFlood: () => void,
): void {
  const current = useRef({ onMessage, onFlood });
  useEffect(() => {
    current.current = { onMessage, onFlood };
  });
  useEffect(() => {
    const budget = new MessageBudget();
    const listen = (event: MessageEvent<unknown>): void => {
      const frames = [...(all.current?.querySelectorAll('iframe') ?? [])];
      const source = frames.find(({ contentWindow }) => contentWindow === event.source);
      const window = source?.contentWindow ?? null;
      if (window === null) return;
      const start = performance.now();
      // The browser deserializes `data` on access, so the time of this line grows with the message.
      const message = readPreviewMessage(event.data);
      if (budget.allows(start, performance.now())) current.current.onMessage(window, message);
      // The frames are removed before the next message: behind a flood of messages no later task runs.
      else flushSync(current.current.onFlood);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [all]);
}

/** React hook: sends liveness requests to the visible page after its helper script sent a message; true while it does not answer. */
function useSilence({ shown }: PreviewFrames) {
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

/** React hook: receives scroll positions and errors of a preview's pages, and detects a page that is frozen or floods. */
export function usePreviewTalk(
  frames: PreviewFrames,
  { onScroll, onFlood }: PreviewListener,
): PreviewTalk {
  const [errors, setErrors] = useState<readonly string[]>([]);
  const reported = useRef(new WeakMap<Window, readonly string[]>());
  const place = useRef<ScrollPlace>({ x: 0, y: 0 });
  const { isSilent, onHeard } = useSilence(frames);
  const onMessage = (source: Window, message: PreviewMessage | null): void => {
    if (message === null) return;
    onHeard(source);
    const isShown = source === frames.shown.current?.contentWindow;
    if (message.kind === 'error') {
      // A page reports missing files before its load event, while its frame is still hidden.
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

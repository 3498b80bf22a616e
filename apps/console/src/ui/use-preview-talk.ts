import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { readPreviewMessage, type ScrollPlace } from './preview-messages.ts';

/** Maximum number of errors that are stored and shown; a page can report any number. */
const ERRORS_MAX = 50;

/** The state of a preview since it was loaded: the errors that the page reported, and a function for each load. */
export interface PreviewTalk {
  readonly errors: readonly string[];
  /** Called when a frame was loaded: scrolls it to the last position and clears the errors of the previous page. */
  readonly onLoaded: (frame: HTMLIFrameElement) => void;
}

/** Requests that a frame scrolls to a position; a page without the helper script ignores the message. */
export function scrollFrame(frame: HTMLIFrameElement, { x, y }: ScrollPlace): void {
  // The frame has an opaque origin, which cannot be a target; the message contains no secret.
  frame.contentWindow?.postMessage({ bridge: 'preview', x, y }, '*');
}

/** React hook: receives messages from the visible frame of a preview, and from no other window. */
export function usePreviewTalk(
  frame: RefObject<HTMLIFrameElement | null>,
  onScroll: ((place: ScrollPlace) => void) | undefined,
): PreviewTalk {
  const [errors, setErrors] = useState<readonly string[]>([]);
  const place = useRef<ScrollPlace>({ x: 0, y: 0 });
  const scrolled = useRef(onScroll);
  useEffect(() => {
    scrolled.current = onScroll;
  });
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>): void => {
      const shown = frame.current?.contentWindow ?? null;
      if (shown === null || source !== shown) return;
      const message = readPreviewMessage(data);
      if (message?.kind === 'scroll') {
        place.current = message;
        if (!message.isMoved) scrolled.current?.(message);
      } else if (message?.kind === 'error')
        setErrors((known) => (known.length < ERRORS_MAX ? [...known, message.text] : known));
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [frame]);
  const onLoaded = useCallback((loaded: HTMLIFrameElement) => {
    setErrors([]);
    scrollFrame(loaded, place.current);
  }, []);
  return { errors, onLoaded };
}

import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { readPreviewMessage, type ScrollPlace } from './preview-messages.ts';

/** Errors that are counted and shown; a page can send any number. */
const ERRORS_MAX = 50;

/** What a preview said since it was loaded. */
export interface PreviewTalk {
  readonly errors: readonly string[];
  /** Tells a frame that was loaded where to scroll, and forgets the errors of the one before. */
  readonly onLoaded: (frame: HTMLIFrameElement) => void;
}

/** Scrolls a frame; a page without the helper script ignores it. */
export function scrollFrame(frame: HTMLIFrameElement, { x, y }: ScrollPlace): void {
  // The frame has an opaque origin, which cannot be named; the message is no secret.
  frame.contentWindow?.postMessage({ bridge: 'preview', x, y }, '*');
}

/** Listens to the shown frame of a preview, and to no other window. */
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

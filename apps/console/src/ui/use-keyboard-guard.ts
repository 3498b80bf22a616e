import { useEffect, useRef, type RefObject } from 'react';

/** Minimum time from a key or click in the console to a click of a person in the preview, in ms. */
const PERSON_MS = 1_000;
/** Number of times in `THEFT_WINDOW_MS` that a page may take the focus before it is stopped. */
const THEFTS_MAX = 5;
const THEFT_WINDOW_MS = 10_000;

/**
 * React hook: returns the focus to the console when a preview takes it while a person types. A script in a frame can focus
 * itself at any time and would read the keys. Clicks in a frame are not visible here, so the elapsed time decides.
 */
export function useKeyboardGuard(
  shown: RefObject<HTMLIFrameElement | null>,
  onThief: () => void,
): void {
  const current = useRef(onThief);
  useEffect(() => {
    current.current = onThief;
  });
  useEffect(() => {
    let usedAt = Number.NEGATIVE_INFINITY;
    let focused: HTMLElement | null = null;
    let thefts: readonly number[] = [];
    const noteUse = (event: Event): void => {
      const isTab = event instanceof KeyboardEvent && event.key === 'Tab';
      usedAt = isTab ? Number.NEGATIVE_INFINITY : performance.now();
    };
    const noteFocus = (event: FocusEvent): void => {
      // The code editor is inside a shadow root: `target` is its host.
      const [inner] = event.composedPath();
      focused = inner instanceof HTMLElement ? inner : null;
    };
    const guard = (): void => {
      const frame = shown.current;
      if (frame === null || document.activeElement !== frame) return;
      const now = performance.now();
      if (now - usedAt > PERSON_MS) return;
      focused?.focus();
      thefts = [...thefts.filter((at) => now - at < THEFT_WINDOW_MS), now];
      if (thefts.length >= THEFTS_MAX) current.current();
    };
    // `document.activeElement` changes after the event.
    const onBlur = (): void => void setTimeout(guard);
    const events = ['keydown', 'pointerdown'] as const;
    for (const name of events) window.addEventListener(name, noteUse, true);
    window.addEventListener('focusin', noteFocus);
    window.addEventListener('blur', onBlur);
    return () => {
      for (const name of events) window.removeEventListener(name, noteUse, true);
      window.removeEventListener('focusin', noteFocus);
      window.removeEventListener('blur', onBlur);
    };
  }, [shown]);
}

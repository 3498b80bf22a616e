import { useEffect, useRef, type RefObject } from 'react';

/**
 * Time in ms after a key press or click in the console within which a preview that takes the focus is assumed to do so by
 * script, not by a click of the owner.
 */
const PERSON_MS = 1_000;
/** Number of times within THEFT_WINDOW_MS that the page in a preview takes the focus by script until the preview is stopped. */
const THEFTS_MAX = 5;
const THEFT_WINDOW_MS = 10_000;

/**
 * React hook: returns the focus to the console when the page in a preview takes it while the owner types; a script in that page
 * could otherwise read the keys. The console cannot see clicks in a frame, so the time since the last key or click decides.
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
      // For a focus inside the code editor's shadow root, `target` is the host element; the composed path names the inner one.
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
    // During the blur event `document.activeElement` is not yet the frame, so the check runs in a later task.
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

import { useEffect, useRef } from 'react';

/**
 * React hook: runs an action on each key event of the window that `matches` accepts, and prevents what the browser would do.
 */
export function useWindowKey(matches: (event: KeyboardEvent) => boolean, action: () => void): void {
  const current = useRef({ matches, action });
  useEffect(() => {
    current.current = { matches, action };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!current.current.matches(event)) return;
      event.preventDefault();
      current.current.action();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/**
 * React hook: runs an action on Ctrl or ⌘ with a letter. With Shift it does not: in the code editor Ctrl-Shift-K deletes a
 * line.
 */
export function useKeyShortcut(letter: string, action: () => void): void {
  useWindowKey(
    ({ ctrlKey, metaKey, altKey, shiftKey, key }) =>
      (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === letter,
    action,
  );
}

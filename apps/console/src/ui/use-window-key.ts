import { useEffect, useRef } from 'react';

/** React hook: runs an action on each key press in the window that `matches` accepts, and prevents the browser's own action. */
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
 * React hook: runs an action when Ctrl or ⌘ is pressed with a letter. With Shift it does not, because Ctrl-Shift-K deletes a
 * line in the code editor.
 */
export function useKeyShortcut(letter: string, action: () => void): void {
  useWindowKey(
    ({ ctrlKey, metaKey, altKey, shiftKey, key }) =>
      (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === letter,
    action,
  );
}

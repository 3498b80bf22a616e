import { useEffect, useRef } from 'react';

/** React hook: runs an action instead of the browser's own on each key event that `matches` accepts, wherever the focus is. */
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

/** React hook: runs an action on Ctrl or ⌘ with a letter, without Shift: the code editor deletes a line on Ctrl-Shift-K. */
export function useKeyShortcut(letter: string, action: () => void): void {
  useWindowKey(
    ({ ctrlKey, metaKey, altKey, shiftKey, key }) =>
      (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === letter,
    action,
  );
}

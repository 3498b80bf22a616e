import { useEffect, useRef } from 'react';

/** Runs an action on a key, in place of the browser's own action, wherever the focus is. `matches` chooses the key. */
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

/** Runs an action on Ctrl or ⌘ with a letter. */
export function useKeyShortcut(letter: string, action: () => void): void {
  useWindowKey(
    ({ ctrlKey, metaKey, altKey, key }) =>
      (ctrlKey || metaKey) && !altKey && key.toLowerCase() === letter,
    action,
  );
}

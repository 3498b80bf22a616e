import { useEffect, useRef } from 'react';

/** Runs an action on Ctrl or ⌘ with a letter, in place of what the browser does with it. */
export function useKeyShortcut(letter: string, action: () => void): void {
  const current = useRef(action);
  useEffect(() => {
    current.current = action;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== letter)
        return;
      event.preventDefault();
      current.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [letter]);
}

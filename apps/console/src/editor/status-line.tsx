import { useEffect, useState, type RefObject } from 'react';
import type { CodeViewHandle } from '../code-view/code-view.tsx';
import { countCodePoints } from '../text/exact-lines.ts';
import type { EditorSession } from './editor-session.ts';

/** Most characters of a draft, as the service counts them. */
const CHARS_MAX = 5_242_880;
const COUNT_MS = 1_000;

interface StatusLineProps {
  readonly code: RefObject<CodeViewHandle | null>;
  readonly session: EditorSession | null;
}

/** Counts the characters a moment after a change; a draft over the limit is named before it is sent. */
export function StatusLine({ code, session }: StatusLineProps) {
  const [chars, setChars] = useState<number | null>(null);
  useEffect(() => {
    if (session === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = (): void => {
      timer = undefined;
      setChars(countCodePoints(code.current?.text() ?? ''));
    };
    count();
    const stop = session.store.subscribe(() => (timer ??= setTimeout(count, COUNT_MS)));
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [session, code]);
  if (chars === null) return null;
  const isOver = chars > CHARS_MAX;
  return (
    <p className="status-line numbers" role={isOver ? 'alert' : undefined}>
      {chars.toLocaleString('en')} of {CHARS_MAX.toLocaleString('en')} characters
      {isOver && ': too many to be kept or saved'}
    </p>
  );
}

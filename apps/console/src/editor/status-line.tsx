import { useEffect, useState, type RefObject } from 'react';
import type { CodeViewHandle } from '../code-view/code-view.tsx';
import type { EditorSession } from './editor-session.ts';

/** Most characters of a draft, as the service counts them. */
const CHARS_MAX = 5_242_880;
/** The characters are counted when no key was pressed for so long. */
const COUNT_REST_MS = 1_000;

interface StatusLineProps {
  readonly code: RefObject<CodeViewHandle | null>;
  readonly session: EditorSession | null;
}

/** Counts the characters when the person rests; a draft over the limit is named before it is sent. */
export function StatusLine({ code, session }: StatusLineProps) {
  const [chars, setChars] = useState<number | null>(null);
  useEffect(() => {
    if (session === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = (): void => setChars(code.current?.codePoints() ?? null);
    const countSoon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(count, COUNT_REST_MS);
    };
    countSoon();
    const stop = session.onText(countSoon);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [session, code]);
  if (chars === null) return <p className="status-line numbers">&nbsp;</p>;
  const isOver = chars > CHARS_MAX;
  return (
    <p className="status-line numbers" role={isOver ? 'alert' : undefined}>
      {chars.toLocaleString('en')} of {CHARS_MAX.toLocaleString('en')} characters
      {isOver && ': too many to be kept or saved'}
    </p>
  );
}

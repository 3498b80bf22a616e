import { useEffect, useImperativeHandle, useState, type Ref, type RefObject } from 'react';
import type { CharacterAndLineEndCounts } from '../code-view/code-view-element.ts';
import type { CodeEditorHandle } from '../code-view/code-view.tsx';
import type { LineEnding } from '../text/exact-lines.ts';
import { HTML_CHARS_MAX } from '../text/html-limit.ts';
import type { LineColumnPosition } from '../text/places.ts';
import type { EditorSession } from './editor-session.ts';

/** Time in ms without a change after which the characters and line ends of the text are counted. */
const MEASURE_REST_MS = 1_000;

/** The function with which the editor updates the cursor position in the status line. */
export interface StatusLineHandle {
  readonly showPlace: (place: LineColumnPosition) => void;
}

/** Properties of the component `StatusLine`, the line below the editor with the cursor position and the counts. */
interface StatusLineProps {
  readonly ref: Ref<StatusLineHandle>;
  readonly code: RefObject<CodeEditorHandle | null>;
  readonly session: EditorSession | null;
}

/** Properties of the component `LineEndChoice`, the list that shows and changes the line ends of the draft. */
interface LineEndChoiceProps {
  readonly measure: CharacterAndLineEndCounts;
  readonly onChange: (lineEnd: LineEnding) => void;
}

/** Shows which line ends the draft has. Selecting others converts all line ends in one undoable step. */
function LineEndChoice({ measure: { lf, crlf }, onChange }: LineEndChoiceProps) {
  const isMixed = lf > 0 && crlf > 0;
  return (
    <label>
      Line ends
      <select
        value={isMixed ? 'mixed' : crlf > 0 ? '\r\n' : '\n'}
        onChange={({ target }) => onChange(target.value === '\r\n' ? '\r\n' : '\n')}
      >
        {isMixed && (
          <option value="mixed" disabled>
            mixed: {lf.toLocaleString('en')} LF, {crlf.toLocaleString('en')} CRLF
          </option>
        )}
        <option value={'\n'}>LF</option>
        <option value={'\r\n'}>CRLF</option>
      </select>
    </label>
  );
}

/**
 * Shows the cursor position, the line ends and the number of characters. Characters are counted when the owner pauses. A
 * warning appears when the HTML is longer than the service accepts.
 */
export function StatusLine({ ref, code, session }: StatusLineProps) {
  const [place, showPlace] = useState<LineColumnPosition>({ line: 1, column: 1 });
  useImperativeHandle(ref, () => ({ showPlace }), []);
  const [measure, setMeasure] = useState<CharacterAndLineEndCounts | null>(null);
  useEffect(() => {
    if (session === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const measureNow = (): void => setMeasure(code.current?.measure() ?? null);
    const measureSoon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(measureNow, MEASURE_REST_MS);
    };
    measureSoon();
    const stop = session.onText(measureSoon);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [session, code]);
  if (measure === null) return <p className="status-line numbers">&nbsp;</p>;
  const isOver = measure.codePoints > HTML_CHARS_MAX;
  return (
    <div className="status-line numbers">
      <p>
        Line {place.line.toLocaleString('en')}, column {place.column.toLocaleString('en')}
      </p>
      <LineEndChoice
        measure={measure}
        onChange={(lineEnd) => {
          code.current?.setLineEnd(lineEnd);
          setMeasure(code.current?.measure() ?? null);
        }}
      />
      <p role={isOver ? 'alert' : undefined}>
        {measure.codePoints.toLocaleString('en')} of {HTML_CHARS_MAX.toLocaleString('en')}{' '}
        characters
        {isOver && ': too many to be kept or saved'}
      </p>
    </div>
  );
}

import { useEffect, useImperativeHandle, useRef, type Ref, type RefObject } from 'react';
import type { LineEnding } from '../text/exact-lines.ts';
import type { LineColumnPosition } from '../text/places.ts';
import {
  CodeEditorElement,
  type CodeProblem,
  type CharacterAndLineEndCounts,
} from './code-view-element.ts';

/** The functions with which a screen reads and changes the text of a code editor. */
export interface CodeEditorHandle {
  readonly text: () => string;
  readonly length: () => number;
  readonly measure: () => CharacterAndLineEndCounts;
  readonly setLineEnd: (lineEnd: LineEnding) => void;
  readonly replaceText: (text: string) => void;
  readonly insertText: (text: string) => void;
  readonly goTo: (place: LineColumnPosition) => void;
  readonly focus: () => void;
}

/** Properties of the component `CodeEditor`, which contains the code editor of a draft. */
interface CodeEditorProps {
  /** The text that the editor opens. A changed value has no effect until `openKey` changes. */
  readonly initial: string;
  readonly openKey: string | number;
  readonly label: string;
  /** The line end of text that the owner types; by default the one that the opened text uses most. */
  readonly lineEnd?: LineEnding;
  readonly problems?: readonly CodeProblem[];
  readonly onChange: () => void;
  readonly onPlace?: (place: LineColumnPosition) => void;
  readonly ref?: Ref<CodeEditorHandle>;
}

function shownIn(element: RefObject<CodeEditorElement | null>): CodeEditorElement {
  if (element.current === null) throw new Error('the code is not shown yet');
  return element.current;
}

/** The code editor of one draft as a React component. */
export function CodeEditor({
  initial,
  openKey,
  label,
  lineEnd,
  problems,
  onChange,
  onPlace,
  ref,
}: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const element = useRef<CodeEditorElement | null>(null);
  const events = useRef({ onChange, onPlace });
  useEffect(() => {
    events.current = { onChange, onPlace };
  });
  useEffect(() => {
    const view = new CodeEditorElement();
    element.current = view;
    host.current?.replaceChildren(view);
    const report = {
      onChange: () => events.current.onChange(),
      onPlace: (place: LineColumnPosition) => events.current.onPlace?.(place),
    };
    view.open(initial, label, report, lineEnd);
    return () => view.remove();
    // The editor opens `initial` only when `openKey` changes: at any other time the editor's text is newer than `initial`.
  }, [openKey]);
  useEffect(() => {
    if (element.current !== null && problems !== undefined) element.current.problems = problems;
  }, [problems]);
  useImperativeHandle(ref, () => ({
    text: () => shownIn(element).text,
    length: () => shownIn(element).length,
    measure: () => shownIn(element).measure(),
    setLineEnd: (lineEnd) => element.current?.setLineEnd(lineEnd),
    replaceText: (text) => element.current?.replaceText(text),
    insertText: (text) => element.current?.insertText(text),
    goTo: (place) => element.current?.goTo(place),
    focus: () => element.current?.focus(),
  }));
  return <div ref={host} className="code-host" />;
}

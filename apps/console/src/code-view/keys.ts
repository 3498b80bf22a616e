import { completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, historyKeymap, indentWithTab } from '@codemirror/commands';
import { forEachDiagnostic, lintKeymap, type Diagnostic } from '@codemirror/lint';
import { searchKeymap } from '@codemirror/search';
import { EditorSelection, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

/** Commands that swap whole lines with their line ends: the last line of a draft has none, so they would move one. */
const LEFT_OUT: readonly string[] = [
  'Mod-Enter',
  'Alt-ArrowUp',
  'Alt-ArrowDown',
  'Shift-Alt-ArrowUp',
  'Shift-Alt-ArrowDown',
];

/** Moves to the next problem behind the cursor, round to the first one, and reads it aloud. */
function goToNextProblem(view: EditorView): boolean {
  const all: Diagnostic[] = [];
  forEachDiagnostic(view.state, (one, from, to) => all.push({ ...one, from, to }));
  const { head } = view.state.selection.main;
  const next = all.find(({ from }) => from > head) ?? all[0];
  if (next === undefined) return false;
  const { number } = view.state.doc.lineAt(next.from);
  const words = `Problem ${all.indexOf(next) + 1} of ${all.length}, line ${number}: ${next.message}`;
  view.dispatch({
    selection: EditorSelection.cursor(next.from),
    effects: [EditorView.scrollIntoView(next.from, { y: 'center' }), EditorView.announce.of(words)],
  });
  return true;
}

/** The keys of the code: those of the editor but the left out ones, and F8. */
export function keys(): Extension {
  const kept = defaultKeymap.filter(({ key }) => key === undefined || !LEFT_OUT.includes(key));
  return keymap.of([
    ...kept,
    ...historyKeymap,
    ...searchKeymap,
    ...completionKeymap,
    { key: 'F8', run: goToNextProblem },
    ...lintKeymap,
    indentWithTab,
  ]);
}

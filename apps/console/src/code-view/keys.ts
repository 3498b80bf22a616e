import { completionKeymap } from '@codemirror/autocomplete';
import {
  copyLineDown,
  copyLineUp,
  defaultKeymap,
  historyKeymap,
  indentLess,
  indentMore,
  indentSelection,
  insertBlankLine,
  insertNewlineAndIndent,
  moveLineDown,
  moveLineUp,
  toggleBlockComment,
  toggleComment,
  transposeChars,
} from '@codemirror/commands';
import { forEachDiagnostic, lintKeymap, type Diagnostic } from '@codemirror/lint';
import { searchKeymap } from '@codemirror/search';
import { EditorSelection, type Extension } from '@codemirror/state';
import { EditorView, keymap, type Command } from '@codemirror/view';
import { breakLine, toggleBlockComments, toggleLineComments, unindent } from './exact-commands.ts';

/**
 * CodeMirror commands that get no keyboard shortcut, because they change bytes that the owner did not touch. Moving and copying
 * lines mixes up line ends. The commands for line breaks, indentation and comments remove any white space (even a BOM), and
 * transposing characters can split a CRLF.
 */
export const LEFT_OUT: readonly Command[] = [
  moveLineUp,
  moveLineDown,
  copyLineUp,
  copyLineDown,
  insertBlankLine,
  insertNewlineAndIndent,
  indentLess,
  indentSelection,
  toggleComment,
  toggleBlockComment,
  transposeChars,
];

/**
 * Moves the cursor to the next marked problem in the code (after the last one to the first) and announces it to screen readers.
 */
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

/**
 * Returns the code editor's key bindings: those of CodeMirror except for the commands in LEFT_OUT, replacements for these
 * commands, and F8 for the next marked problem.
 */
export function keys(): Extension {
  const kept = defaultKeymap.filter(({ run }) => run === undefined || !LEFT_OUT.includes(run));
  return keymap.of([
    ...kept,
    ...historyKeymap,
    ...searchKeymap,
    ...completionKeymap,
    { key: 'F8', run: goToNextProblem },
    ...lintKeymap,
    { key: 'Enter', run: breakLine, shift: breakLine },
    { key: 'Tab', run: indentMore, shift: unindent },
    { key: 'Mod-[', run: unindent },
    { key: 'Mod-/', run: toggleLineComments },
    { key: 'Alt-A', mac: 'Ctrl-A', run: toggleBlockComments },
  ]);
}

import { toggleBlockComment, toggleComment } from '@codemirror/commands';
import { indentUnit } from '@codemirror/language';
import {
  EditorSelection,
  type ChangeSpec,
  type Line,
  type StateCommand,
  type Transaction,
} from '@codemirror/state';

/**
 * Returns the spaces and tabs at the start of a line; only they are indentation. A BOM, a no-break space or U+2028 is text of
 * the draft.
 */
function indentOf(text: string): string {
  return /^[ \t]*/.exec(text)?.[0] ?? '';
}

/** Command that breaks the line at the cursor and repeats its indentation; it removes only selected text. */
export const breakLine: StateCommand = ({ state, dispatch }) => {
  const change = state.changeByRange(({ from, to }) => {
    const line = state.doc.lineAt(from);
    const insert = `\n${indentOf(state.sliceDoc(line.from, from))}`;
    return { changes: { from, to, insert }, range: EditorSelection.cursor(from + insert.length) };
  });
  dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }));
  return true;
};

/** Returns the number of characters in one indentation step at the start of a line: one tab, or up to `unit` spaces. */
function stepLength(text: string, unit: number): number {
  if (text.startsWith('\t')) return 1;
  let blanks = 0;
  while (blanks < unit && text[blanks] === ' ') blanks += 1;
  return blanks;
}

/** Command that removes one indentation step (a tab or spaces) from each selected line. */
export const unindent: StateCommand = ({ state, dispatch }) => {
  const unit = state.facet(indentUnit).length;
  const lines = new Map<number, Line>();
  for (const { from, to } of state.selection.ranges)
    for (let line = state.doc.lineAt(from); ; line = state.doc.line(line.number + 1)) {
      lines.set(line.number, line);
      if (line.to >= to) break;
    }
  const changes = [...lines.values()].map((line): ChangeSpec => ({
    from: line.from,
    to: line.from + stepLength(line.text, unit),
  }));
  dispatch(state.update({ changes, userEvent: 'delete.dedent' }));
  return true;
};

/** Returns the changes of a command, except that white space other than spaces and tabs is not removed at their ends. */
function changesKeepingText({ changes, startState }: Transaction): readonly ChangeSpec[] {
  const kept: ChangeSpec[] = [];
  changes.iterChanges((from, to, _fromB, _toB, insert) => {
    const removed = startState.sliceDoc(from, to);
    const start = /^[^\S \t]*/.exec(removed)?.[0].length ?? 0;
    const end = /[^\S \t]*$/.exec(removed.slice(start))?.[0].length ?? 0;
    kept.push({ from: from + start, to: to - end, insert });
  });
  return kept;
}

/**
 * Wraps a comment command so that it removes only comment marks, spaces and tabs; CodeMirror's own removes any white space
 * beside a mark.
 */
function keepText(command: StateCommand): StateCommand {
  return ({ state, dispatch }) =>
    command({
      state,
      dispatch: (transaction) =>
        dispatch(
          state.update({
            changes: changesKeepingText(transaction),
            userEvent: 'input',
            scrollIntoView: transaction.scrollIntoView,
          }),
        ),
    });
}

/** Command that comments the selected lines, or removes their comment marks. */
export const toggleLineComments = keepText(toggleComment);

/** Command that comments the selected text, or removes its comment marks. */
export const toggleBlockComments = keepText(toggleBlockComment);

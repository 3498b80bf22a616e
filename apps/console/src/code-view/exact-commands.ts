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
 * Returns the indentation of a line: the spaces and tabs at its start. Other white space, such as a BOM, a no-break space or
 * U+2028, is part of the draft's text.
 */
function indentOf(text: string): string {
  return /^[ \t]*/.exec(text)?.[0] ?? '';
}

/**
 * CodeMirror command that inserts a line break at the cursor, followed by the indentation of the current line. It removes
 * nothing but the selected text.
 */
export const breakLine: StateCommand = ({ state, dispatch }) => {
  const change = state.changeByRange(({ from, to }) => {
    const line = state.doc.lineAt(from);
    const insert = `\n${indentOf(state.sliceDoc(line.from, from))}`;
    return { changes: { from, to, insert }, range: EditorSelection.cursor(from + insert.length) };
  });
  dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }));
  return true;
};

/**
 * Returns the number of characters that one step of indentation has at the start of this line: one tab, or up to `unit` spaces.
 */
function stepLength(text: string, unit: number): number {
  if (text.startsWith('\t')) return 1;
  let blanks = 0;
  while (blanks < unit && text[blanks] === ' ') blanks += 1;
  return blanks;
}

/** CodeMirror command that removes one indentation step (a tab or spaces) from each selected line. */
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

/**
 * Returns the changes of a command. If a removed text starts or ends with white space other than spaces and tabs, the removal
 * is shortened so that this white space stays in the text.
 */
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
 * Wraps a CodeMirror command for comments so that it removes nothing but comment marks, spaces and tabs. The original also
 * removes other white space beside a mark.
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

/** CodeMirror command that turns the selected lines into comments, or comments back into text. */
export const toggleLineComments = keepText(toggleComment);

/** CodeMirror command that turns the selected text into a comment, or a comment back into text. */
export const toggleBlockComments = keepText(toggleBlockComment);

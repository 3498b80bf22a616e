import { toggleBlockComment, toggleComment } from '@codemirror/commands';
import { indentUnit } from '@codemirror/language';
import {
  EditorSelection,
  type ChangeSpec,
  type Line,
  type StateCommand,
  type Transaction,
} from '@codemirror/state';

/** The blanks that a line begins with: only they are indentation. A BOM, a no-break space or U+2028 is text of the draft. */
function indentOf(text: string): string {
  return /^[ \t]*/.exec(text)?.[0] ?? '';
}

/** Breaks the line at the cursor and repeats its indentation; nothing but a selected text is removed. */
export const breakLine: StateCommand = ({ state, dispatch }) => {
  const change = state.changeByRange(({ from, to }) => {
    const line = state.doc.lineAt(from);
    const insert = `\n${indentOf(state.sliceDoc(line.from, from))}`;
    return { changes: { from, to, insert }, range: EditorSelection.cursor(from + insert.length) };
  });
  dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }));
  return true;
};

/** Returns how many characters one step of indentation has at the start of a line: one tab, or as many blanks as the unit. */
function stepLength(text: string, unit: number): number {
  if (text.startsWith('\t')) return 1;
  let blanks = 0;
  while (blanks < unit && text[blanks] === ' ') blanks += 1;
  return blanks;
}

/** Takes one step of indentation, a tab or blanks, from each selected line. */
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

/** Returns the changes of a command without the odd white space that they would remove at either end. */
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

/** Returns a comment command that removes comment marks and blanks only: by itself it takes any white space beside a mark. */
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

/** Comments the selected lines, or takes their comment marks away. */
export const toggleLineComments = keepText(toggleComment);

/** Comments the selected text, or takes its comment marks away. */
export const toggleBlockComments = keepText(toggleBlockComment);

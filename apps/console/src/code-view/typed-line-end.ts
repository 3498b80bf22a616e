import { invertedEffects } from '@codemirror/commands';
import {
  Annotation,
  StateEffect,
  StateField,
  type ChangeSpec,
  type EditorState,
  type Extension,
  type TransactionSpec,
} from '@codemirror/state';
import type { LineEnding } from '../text/exact-lines.ts';

/** CodeMirror state effect that sets the line end of all text that is typed or pasted afterwards. */
const setTypedLineEnd = StateEffect.define<LineEnding>();

/**
 * CodeMirror state field with the line end of typed and pasted text. Undoing a conversion of the line ends also restores the
 * former value of this field.
 */
export const typedLineEnd = StateField.define<LineEnding>({
  create: () => '\n',
  update: (value, { effects }) =>
    effects.findLast((effect) => effect.is(setTypedLineEnd))?.value ?? value,
});

const undoneLineEnd = invertedEffects.of(({ effects, startState }) =>
  effects.some((effect) => effect.is(setTypedLineEnd))
    ? [setTypedLineEnd.of(startState.field(typedLineEnd))]
    : [],
);

/** CodeMirror annotation for a change that is applied exactly as it is, without an adaptation to the draft's line ends. */
export const exactChange = Annotation.define<true>();

/** CodeMirror extension that sets the line end of typed and pasted text, until the owner selects another one. */
export function typesLineEnd(lineEnd: LineEnding): Extension {
  return [typedLineEnd.init(() => lineEnd), undoneLineEnd];
}

/**
 * Returns the CodeMirror transaction that converts all line ends of the text to one kind. Text that is typed afterwards gets
 * the same kind.
 */
export function lineEndChange({ doc }: EditorState, lineEnd: LineEnding): TransactionSpec {
  const changes: ChangeSpec[] = [];
  for (let number = 1; number < doc.lines; number += 1) {
    const { to, text } = doc.line(number);
    const isCrlf = text.endsWith('\r');
    if (isCrlf && lineEnd === '\n') changes.push({ from: to - 1, to });
    if (!isCrlf && lineEnd === '\r\n') changes.push({ from: to, insert: '\r' });
  }
  return {
    changes,
    effects: setTypedLineEnd.of(lineEnd),
    annotations: exactChange.of(true),
    userEvent: 'input.lineend',
  };
}

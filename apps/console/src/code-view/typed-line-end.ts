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
import type { LineEnd } from '../text/exact-lines.ts';

/** Sets the line end that typed and pasted text takes from now on. */
const setTypedLineEnd = StateEffect.define<LineEnd>();

/** The line end that typed and pasted text takes; undo brings the one before back. */
export const typedLineEnd = StateField.define<LineEnd>({
  create: () => '\n',
  update: (value, { effects }) =>
    effects.findLast((effect) => effect.is(setTypedLineEnd))?.value ?? value,
});

const undoneLineEnd = invertedEffects.of(({ effects, startState }) =>
  effects.some((effect) => effect.is(setTypedLineEnd))
    ? [setTypedLineEnd.of(startState.field(typedLineEnd))]
    : [],
);

/** Marks a change of the program, which is applied exactly as it is. */
export const exactChange = Annotation.define<true>();

/** Lets typed and pasted text take a line end until the person chooses another one. */
export function typesLineEnd(lineEnd: LineEnd): Extension {
  return [typedLineEnd.init(() => lineEnd), undoneLineEnd];
}

/** Returns the transaction that gives every line end of the text, and what is typed from now on, one form. */
export function lineEndChange({ doc }: EditorState, lineEnd: LineEnd): TransactionSpec {
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

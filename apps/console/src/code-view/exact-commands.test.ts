import { history, indentMore, undo } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { indentUnit } from '@codemirror/language';
import { EditorSelection, EditorState, type StateCommand } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mainLineEnd } from '../text/exact-lines.ts';
import { exactBytes } from './exact-bytes.ts';
import { breakLine, toggleBlockComments, toggleLineComments, unindent } from './exact-commands.ts';
import { keys, LEFT_OUT } from './keys.ts';

function editing(doc: string, anchor: number, head = anchor): EditorState {
  return EditorState.create({
    doc,
    selection: EditorSelection.single(anchor, head),
    extensions: [exactBytes(mainLineEnd(doc)), history(), html(), indentUnit.of('  ')],
  });
}
function after(state: EditorState, command: StateCommand): EditorState {
  let last = state;
  command({ state, dispatch: (transaction) => (last = transaction.state) });
  return last;
}
const textOf = ({ doc }: EditorState): string => doc.toString();

// Verifies: console.exact-bytes.
test('Enter removes nothing: not a BOM, a separator, a no-break space or a blank on either side of the cursor', () => {
  for (const odd of ['\uFEFF', '\u2028', '\u00A0', ' ', '\t', '\0', '\u3000'])
    for (const doc of [`<p>${odd}`, `${odd}<p>`, `<p>a</p>${odd}${odd}<p>`, odd])
      for (let at = 0; at <= doc.length; at += 1) {
        const indent = /^[ \t]*/.exec(doc.slice(0, at))?.[0] ?? '';
        expect(textOf(after(editing(doc, at), breakLine))).toBe(
          `${doc.slice(0, at)}\n${indent}${doc.slice(at)}`,
        );
      }
});

// Verifies: console.typed-line-ends.
test('Enter repeats the tabs and blanks of the line with the line end of the draft', () => {
  const state = after(editing('<ul>\r\n \t<li>a', 13), breakLine);
  expect(textOf(state)).toBe('<ul>\r\n \t<li>a\r\n \t');
  expect(state.selection.main.head).toBe(textOf(state).length);
});

// Verifies: console.exact-bytes.
test('Shift-Tab takes one tab or one step of blanks, and no other white space', () => {
  const lines = ['\ta', '   b', ' c', '\uFEFF  d', '\u00A0e', 'f'];
  const doc = lines.join('\r\n');
  const state = after(editing(doc, 0, doc.length), unindent);
  expect(textOf(state)).toBe(['a', ' b', 'c', '\uFEFF  d', '\u00A0e', 'f'].join('\r\n'));
});

// Verifies: console.exact-bytes, console.typed-line-ends.
test('a comment goes around a line of a CRLF draft and away again, and what stood beside its marks stays', () => {
  const doc = '<p>a</p>\r\n<p>b</p>\r\n';
  const commented = after(editing(doc, 3), toggleLineComments);
  expect(textOf(commented)).toBe('<!-- <p>a</p> -->\r\n<p>b</p>\r\n');
  expect(textOf(after(commented, toggleLineComments))).toBe(doc);
  for (const odd of ['\uFEFF', '\u2028', '\u00A0'])
    for (const toggle of [toggleLineComments, toggleBlockComments]) {
      const marked = `<!--${odd}a${odd}-->`;
      expect(textOf(after(editing(marked, 0, marked.length), toggle))).toBe(`${odd}a${odd}`);
    }
});

const oddText = fc
  .array(
    fc.constantFrom('a', '<p>', '\n', '\r\n', '\r', ' ', '\t', '\uFEFF', '\0', '\u2028', '\u00A0'),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

/**
 * Returns true when `changed` contains all characters of `text` in the same order. Comment marks, spaces and tabs of `text` may
 * be missing.
 */
function isKeptIn(text: string, changed: string): boolean {
  let at = 0;
  for (const one of text.replace(/<!--|-->|[ \t]/g, '')) {
    at = changed.indexOf(one, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

// Verifies: console.exact-bytes.
test('no key for lines, indentation or comments removes another character or cuts a CRLF, and undo brings all back', () => {
  const command = fc.constantFrom(
    breakLine,
    unindent,
    indentMore,
    toggleLineComments,
    toggleBlockComments,
  );
  fc.assert(
    fc.property(oddText, fc.nat(30), fc.nat(30), command, (text, a, b, run) => {
      const length = text.length;
      // The command for a line break replaces the selected text, and the test would report that text as missing. So the
      // selection is empty for this command.
      const [anchor, head] = [Math.min(a, length), Math.min(run === breakLine ? a : b, length)];
      const state = editing(text, anchor, head);
      const changed = after(state, run);
      expect(isKeptIn(text, textOf(changed))).toBe(true);
      const ends = (of: string): number => of.split('\r\n').length;
      expect(ends(textOf(changed))).toBeGreaterThanOrEqual(ends(text));
      if (textOf(changed) !== text) expect(textOf(after(changed, undo))).toBe(text);
    }),
    { numRuns: 2000 },
  );
});

// Verifies: console.exact-bytes.
test('no key runs a command of the editor that changes bytes which the person did not touch', () => {
  const bindings = EditorState.create({ extensions: keys() }).facet(keymap).flat();
  expect(bindings.length).toBeGreaterThan(40);
  for (const { run, shift } of bindings)
    for (const command of [run, shift])
      if (command !== undefined) expect(LEFT_OUT).not.toContain(command);
});

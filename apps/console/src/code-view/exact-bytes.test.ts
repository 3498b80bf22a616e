import { history, undo } from '@codemirror/commands';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactBytes } from './exact-bytes.ts';
import { lineEndChange } from './typed-line-end.ts';

function editing(doc: string, lineEnd: '\n' | '\r\n'): EditorState {
  return EditorState.create({ doc, extensions: [exactBytes(lineEnd), history()] });
}
const applied = (state: EditorState, spec: TransactionSpec): EditorState =>
  state.update(spec).state;
function undone(state: EditorState): EditorState {
  let after = state;
  undo({ state, dispatch: (transaction) => (after = transaction.state) });
  return after;
}
const textOf = ({ doc }: EditorState): string => doc.toString();

const oddText = fc
  .array(fc.constantFrom('a', '\n', '\r\n', '\r', '\uFEFF', '\0', '\u2028'), { maxLength: 20 })
  .map((parts) => parts.join(''));

// Verifies: console.typed-line-ends.
test('what is typed takes the line end of the draft, and the selection follows it', () => {
  const state = editing('a\r\nb', '\r\n');
  const typed = applied(state, {
    changes: { from: 1, insert: '\nx' },
    selection: { anchor: 3 },
    userEvent: 'input',
  });
  expect(textOf(typed)).toBe('a\r\nx\r\nb');
  expect(typed.selection.main.head).toBe(4);
});

// Verifies: console.typed-line-ends.
test('Delete before a line end and Backspace behind it take the whole CRLF, and undo brings it back', () => {
  for (const change of [
    { from: 1, to: 2 },
    { from: 2, to: 3 },
  ]) {
    const state = editing('a\r\nb', '\r\n');
    const deleted = applied(state, { changes: change, userEvent: 'delete.forward' });
    expect(textOf(deleted)).toBe('ab');
    expect(textOf(undone(deleted))).toBe('a\r\nb');
  }
});

// Verifies: console.typed-line-ends.
test('Enter before a line end makes a new line, although the editor takes the blanks behind the cursor', () => {
  const state = editing('a\r\nb', '\r\n');
  const change = { from: 1, to: 2, insert: '\n' };
  expect(textOf(applied(state, { changes: change, userEvent: 'input' }))).toBe('a\r\n\r\nb');
});

test('a selection between CR and LF moves out', () => {
  const state = editing('a\r\nb', '\r\n');
  expect(applied(state, { selection: { anchor: 2 } }).selection.main.head).not.toBe(2);
});

// Verifies: console.typed-line-ends.
test('one step gives every line end another form, what is typed then has it, and undo takes both back', () => {
  fc.assert(
    fc.property(oddText, fc.constantFrom('\n' as const, '\r\n' as const), (text, end) => {
      const before = editing(text, end === '\n' ? '\r\n' : '\n');
      const changed = applied(before, lineEndChange(before, end));
      expect(textOf(changed)).toBe(text.replace(/\r?\n/g, end));
      const atEnd = { changes: { from: changed.doc.length, insert: 'x\n' }, userEvent: 'input' };
      expect(textOf(applied(changed, atEnd))).toBe(`${textOf(changed)}x${end}`);
      const back = undone(changed);
      expect(textOf(back)).toBe(text);
      const typed = { changes: { from: back.doc.length, insert: 'x\n' }, userEvent: 'input' };
      expect(textOf(applied(back, typed))).toBe(`${text}x${end === '\n' ? '\r\n' : '\n'}`);
    }),
  );
});

// Verifies: console.exact-bytes.
test('undo of any change gives back exactly the text before, and a change never cuts a CRLF', () => {
  const lineEnd = fc.constantFrom('\n' as const, '\r\n' as const);
  fc.assert(
    fc.property(oddText, oddText, lineEnd, fc.nat(30), fc.nat(30), (text, insert, end, a, b) => {
      const state = editing(text, end);
      const length = state.doc.length;
      const [from, to] = [Math.min(a, b, length), Math.min(Math.max(a, b), length)];
      const changed = applied(state, { changes: { from, to, insert }, userEvent: 'input.paste' });
      expect(textOf(undone(changed))).toBe(text);
      const cut = (at: number): boolean => text.slice(at - 1, at + 1) === '\r\n' && at > 0;
      const whole = insert === '' && to - from === 1 ? to + 1 : to - 1;
      const [first, last] = [cut(from) ? from - 1 : from, to > from && cut(to) ? whole : to];
      const kept = [text.slice(0, first), text.slice(to === from ? first : last)];
      expect(textOf(changed).startsWith(kept[0] ?? '')).toBe(true);
      expect(textOf(changed).endsWith(kept[1] ?? '')).toBe(true);
    }),
  );
});

import {
  EditorSelection,
  EditorState,
  Transaction,
  type ChangeSpec,
  type Extension,
  type SelectionRange,
  type Text,
  type TransactionSpec,
} from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet } from '@codemirror/view';
import { withLineEnd, type LineEnding } from '../text/exact-lines.ts';
import { exactChange, typedLineEnd, typesLineEnd } from './typed-line-end.ts';

/**
 * Names of CodeMirror's user events whose changes are adapted so that they do not split a CRLF line end. Undo and redo are not
 * among them, because they must restore the text exactly.
 */
const RULED_EVENTS: readonly string[] = ['input', 'delete', 'move'];

/** Returns true when an offset is between the CR and the LF of a line end. */
function isInsideLineEnd(doc: Text, at: number): boolean {
  return at > 0 && at < doc.length && doc.sliceString(at - 1, at + 1) === '\r\n';
}

/** One change of a CodeMirror transaction. The offsets refer to the text before the transaction. */
interface CodeMirrorTextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/**
 * Returns a new end for a change that ends between CR and LF. A deletion of the CR also deletes the LF; any other change ends
 * before the CR.
 */
function wholeEnd({ from, to, insert }: CodeMirrorTextChange): number {
  return insert === '' && to - from === 1 ? to + 1 : to - 1;
}

/**
 * Returns the change with its start and end moved out of the middle of a CRLF line end, and with all line ends of the inserted
 * text converted to `lineEnd`.
 */
function ruledChange(
  doc: Text,
  change: CodeMirrorTextChange,
  lineEnd: LineEnding,
): CodeMirrorTextChange {
  const insert = withLineEnd(change.insert, lineEnd);
  const from = isInsideLineEnd(doc, change.from) ? change.from - 1 : change.from;
  if (change.from === change.to) return { from, to: from, insert };
  return { from, to: isInsideLineEnd(doc, change.to) ? wholeEnd(change) : change.to, insert };
}

function changesOf({ changes }: Transaction): readonly CodeMirrorTextChange[] {
  const all: CodeMirrorTextChange[] = [];
  changes.iterChanges((from, to, _fromB, _toB, inserted) =>
    all.push({ from, to, insert: inserted.toString() }),
  );
  return all;
}

/**
 * Maps an offset in the text after the requested changes (`before`) to the text after the changes that were adapted to CRLF
 * line ends (`after`).
 */
function mapOffset(
  offset: number,
  before: readonly CodeMirrorTextChange[],
  after: readonly CodeMirrorTextChange[],
  lineEnd: LineEnding,
): number {
  let shiftBefore = 0;
  let shiftAfter = 0;
  for (const [index, one] of before.entries()) {
    const ruled = after[index];
    if (ruled === undefined || offset < one.from + shiftBefore) break;
    const inside = offset - (one.from + shiftBefore);
    if (inside <= one.insert.length)
      return ruled.from + shiftAfter + withLineEnd(one.insert.slice(0, inside), lineEnd).length;
    shiftBefore += one.insert.length - (one.to - one.from);
    shiftAfter += ruled.insert.length - (ruled.to - ruled.from);
  }
  return offset - shiftBefore + shiftAfter;
}

const ruledChanges = EditorState.transactionFilter.of(
  (transaction): TransactionSpec | readonly TransactionSpec[] => {
    const isRuled =
      transaction.docChanged &&
      transaction.annotation(exactChange) !== true &&
      RULED_EVENTS.some((event) => transaction.isUserEvent(event));
    if (!isRuled) return transaction;
    const doc = transaction.startState.doc;
    const lineEnd = transaction.startState.field(typedLineEnd);
    const before = changesOf(transaction);
    const after = before.map((change) => ruledChange(doc, change, lineEnd));
    const isSame = after.every(
      (change, index) =>
        change.from === before[index]?.from &&
        change.to === before[index].to &&
        change.insert === before[index].insert,
    );
    if (isSame) return transaction;
    const place = (offset: number): number => mapOffset(offset, before, after, lineEnd);
    const { ranges, mainIndex } = transaction.newSelection;
    const userEvent = transaction.annotation(Transaction.userEvent);
    return {
      changes: after as readonly ChangeSpec[] as ChangeSpec[],
      selection: EditorSelection.create(
        ranges.map(({ anchor, head }) => EditorSelection.range(place(anchor), place(head))),
        mainIndex,
      ),
      effects: transaction.effects,
      scrollIntoView: transaction.scrollIntoView,
      ...(userEvent === undefined ? {} : { userEvent }),
      annotations: [exactChange.of(true)],
    };
  },
);

/** Moves a cursor or an end of a selection that would be between the CR and the LF of a line end to one side of both. */
const wholeLineEnds = EditorState.transactionFilter.of((transaction) => {
  const { newSelection, newDoc } = transaction;
  const isInside = (at: number): boolean => isInsideLineEnd(newDoc, at);
  if (!newSelection.ranges.some(({ anchor, head }) => isInside(anchor) || isInside(head)))
    return transaction;
  const old = transaction.startState.selection.main.head;
  const place = (at: number): number => {
    if (!isInside(at)) return at;
    return !transaction.docChanged && old === at - 1 ? at + 1 : at - 1;
  };
  const ranges = newSelection.ranges.map(({ anchor, head }: SelectionRange) =>
    EditorSelection.range(place(anchor), place(head)),
  );
  return [
    transaction,
    { selection: EditorSelection.create(ranges, newSelection.mainIndex), sequential: true },
  ];
});

const hidden = Decoration.replace({});

function hiddenReturns(view: EditorView): DecorationSet {
  const { doc } = view.state;
  const ranges = [];
  for (const { from, to } of view.visibleRanges) {
    for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
      if (line.number < doc.lines && line.to > line.from) {
        if (doc.sliceString(line.to - 1, line.to) === '\r')
          ranges.push(hidden.range(line.to - 1, line.to));
      }
      if (line.to >= to || line.number >= doc.lines) break;
    }
  }
  return Decoration.set(ranges);
}

/** Hides the CR of each CRLF. The cursor moves over it as if it did not exist. */
const hideReturns = ViewPlugin.define(
  (view) => {
    const plugin = {
      decorations: hiddenReturns(view),
      update(update: { view: EditorView; docChanged: boolean; viewportChanged: boolean }) {
        if (update.docChanged || update.viewportChanged)
          plugin.decorations = hiddenReturns(update.view);
      },
    };
    return plugin;
  },
  {
    decorations: ({ decorations }) => decorations,
    provide: (plugin) =>
      EditorView.atomicRanges.of((view) => view.plugin(plugin)?.decorations ?? Decoration.none),
  },
);

/**
 * CodeMirror extension that preserves every byte that the owner did not edit: lines are split at LF only, the CR of a CRLF is
 * hidden, typed text gets the draft's line end, and no change splits a CRLF.
 */
export function exactBytes(lineEnd: LineEnding): Extension {
  return [
    EditorState.lineSeparator.of('\n'),
    typesLineEnd(lineEnd),
    ruledChanges,
    wholeLineEnds,
    hideReturns,
  ];
}

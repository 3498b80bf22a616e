import { autocompletion } from '@codemirror/autocomplete';
import { history } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search } from '@codemirror/search';
import { EditorSelection, EditorState, type Text } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, lineNumbers } from '@codemirror/view';
import {
  countCodePoints,
  mainLineEnd,
  type LineEnding,
  type LineEndCounts,
} from '../text/exact-lines.ts';
import type { LineColumnPosition } from '../text/places.ts';
import { appearance } from './appearance.ts';
import { exactBytes } from './exact-bytes.ts';
import { keys } from './keys.ts';
import { offsetIn } from './offset-in.ts';
import { replacementsOf } from './replacement.ts';
import { exactChange, lineEndChange } from './typed-line-end.ts';

/** A problem in a text, with the position at which the editor marks it. */
export interface CodeProblem {
  readonly place: LineColumnPosition;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
}

/** The functions that a code editor calls when its text or its cursor position changes. */
export interface CodeEditorEvents {
  /** Called when the text was changed, by the owner or by a script. */
  readonly onChange: () => void;
  readonly onPlace: (place: LineColumnPosition) => void;
}

/** The numbers of a text's characters and line ends, which the editor's status line shows. */
export interface CharacterAndLineEndCounts extends LineEndCounts {
  readonly codePoints: number;
}

const STYLE = ':host { display: block; min-height: 0; } :host > div { height: 100%; }';

/** Custom element: the code editor of one text. In its shadow root the content security policy permits CodeMirror's styles. */
export class CodeEditorElement extends HTMLElement {
  #view: EditorView | null = null;
  #events: CodeEditorEvents | null = null;
  /** The last text of the editor after it was closed. The editor session reads it when the screen closes. */
  #closed: Text | null = null;

  /**
   * Opens a text for editing. `label` is the editor's accessible name (an `aria-labelledby` cannot name an element outside the
   * shadow root). `lineEnd` is the line end of typed text, by default the one that the text uses most.
   */
  open(text: string, label: string, events: CodeEditorEvents, lineEnd = mainLineEnd(text)): void {
    this.close();
    this.#events = events;
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    const parent = document.createElement('div');
    root.replaceChildren(parent);
    this.#view = new EditorView({ parent, root, state: this.#stateOf(text, label, lineEnd) });
    // The Tab key moves the focus out of the editor. Ctrl-M switches to the mode in which it indents.
    this.#view.setTabFocusMode(true);
  }

  #stateOf(text: string, label: string, lineEnd: LineEnding): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [
        exactBytes(lineEnd),
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        bracketMatching(),
        autocompletion(),
        indentUnit.of('  '),
        search({ top: true }),
        // The editor inserts no closing tags or brackets, because the draft must contain only what the owner typed.
        html({ autoCloseTags: false }),
        keys(),
        appearance(),
        EditorView.lineWrapping,
        // A scrollable region must be reachable by keyboard.
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) this.#events?.onChange();
          if (update.selectionSet || update.docChanged) this.#reportPlace(update.state);
        }),
      ],
    });
  }

  #reportPlace(state: EditorState): void {
    const { head } = state.selection.main;
    const line = state.doc.lineAt(head);
    this.#events?.onPlace({ line: line.number, column: head - line.from + 1 });
  }

  get #doc(): Text {
    const doc = this.#view?.state.doc ?? this.#closed;
    if (doc === null) throw new Error('no text was opened');
    return doc;
  }

  /**
   * The exact text of the editor, also after it was closed. Throws when no text was opened yet, because an empty string would
   * be saved as the draft.
   */
  get text(): string {
    return this.#doc.toString();
  }

  /** Counts the Unicode code points and line ends of the text without building the text as a string. */
  measure(): CharacterAndLineEndCounts {
    let codePoints = 0;
    let crlf = 0;
    let isAfterReturn = false;
    for (const piece of this.#doc.iter()) {
      codePoints += countCodePoints(piece);
      if (piece === '\n' && isAfterReturn) crlf += 1;
      isAfterReturn = piece.endsWith('\r');
    }
    return { codePoints, crlf, lf: this.#doc.lines - 1 - crlf };
  }

  /** The length of the text in UTF-16 code units, known without building the text as a string. */
  get length(): number {
    return this.#doc.length;
  }

  /** Replaces the text in one undoable step. The cursor and the scroll position stay when their lines are unchanged. */
  replaceText(text: string): void {
    const view = this.#view;
    if (view === null) return;
    const changes = replacementsOf(this.text, text);
    if (changes.length === 0) return;
    view.dispatch({ changes, annotations: [exactChange.of(true)], userEvent: 'input.merge' });
  }

  /** Converts all line ends of the text to one kind, in one undoable step. */
  setLineEnd(lineEnd: LineEnding): void {
    const view = this.#view;
    view?.dispatch(view.state.update(lineEndChange(view.state, lineEnd)));
  }

  /** Inserts a text at the cursor. */
  insertText(text: string): void {
    const view = this.#view;
    view?.dispatch(view.state.replaceSelection(text), { userEvent: 'input' });
  }

  /** Moves the cursor to a position and scrolls it into view. */
  goTo(place: LineColumnPosition): void {
    const view = this.#view;
    if (view === null) return;
    const at = offsetIn(view.state.doc, place);
    view.dispatch({
      selection: EditorSelection.cursor(at),
      effects: EditorView.scrollIntoView(at, { y: 'center' }),
    });
    view.focus();
  }

  /** Marks the problems in the text with an underline and a sign in the margin; replaces the earlier marks. */
  set problems(problems: readonly CodeProblem[]) {
    const view = this.#view;
    if (view === null) return;
    const { doc } = view.state;
    const diagnostics = problems.map(({ place, severity, message }): Diagnostic => {
      const from = offsetIn(doc, place);
      return { from, to: Math.min(from + 1, doc.length), severity, message };
    });
    view.dispatch(setDiagnostics(view.state, diagnostics));
  }

  override focus(): void {
    this.#view?.focus();
  }

  /** Removes the editor from the page. `text` still returns its last text. */
  close(): void {
    if (this.#view === null) return;
    this.#closed = this.#view.state.doc;
    this.#view.destroy();
    this.#view = null;
  }

  disconnectedCallback(): void {
    this.close();
  }
}

if (customElements.get('code-view') === undefined)
  customElements.define('code-view', CodeEditorElement);

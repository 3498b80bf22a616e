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
  type LineEnd,
  type LineEndCounts,
} from '../text/exact-lines.ts';
import type { TextPlace } from '../text/places.ts';
import { appearance } from './appearance.ts';
import { exactBytes } from './exact-bytes.ts';
import { keys } from './keys.ts';
import { offsetIn } from './offset-in.ts';
import { replacementsOf } from './replacement.ts';
import { exactChange, lineEndChange } from './typed-line-end.ts';

/** A problem that the editor marks at its place. */
export interface CodeProblem {
  readonly place: TextPlace;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
}

/** What a code view reports to its screen. */
export interface CodeViewEvents {
  /** The person or the program changed the text. */
  readonly onChange: () => void;
  readonly onPlace: (place: TextPlace) => void;
}

/** What the editor counts in a text. */
export interface TextMeasure extends LineEndCounts {
  readonly codePoints: number;
}

const STYLE = ':host { display: block; min-height: 0; } :host > div { height: 100%; }';

/** The code of one draft: CodeMirror in a shadow root, where its style sheets need no permission of the page's policy. */
export class CodeViewElement extends HTMLElement {
  #view: EditorView | null = null;
  #events: CodeViewEvents | null = null;
  /** The text of a view that was closed, which its session still reads. */
  #closed: Text | null = null;

  /**
   * Shows a text. `label` names the field for screen readers: ids do not reach into the shadow root. Typed text takes `lineEnd`, or
   * the line end that the text uses most.
   */
  open(text: string, label: string, events: CodeViewEvents, lineEnd = mainLineEnd(text)): void {
    this.close();
    this.#events = events;
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    const parent = document.createElement('div');
    root.replaceChildren(parent);
    this.#view = new EditorView({ parent, root, state: this.#stateOf(text, label, lineEnd) });
    // Tab leaves the editor; Ctrl-M makes it indent.
    this.#view.setTabFocusMode(true);
  }

  #stateOf(text: string, label: string, lineEnd: LineEnd): EditorState {
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
        // What a person types is what is stored: no tag or bracket is added by itself.
        html({ autoCloseTags: false }),
        keys(),
        appearance(),
        EditorView.lineWrapping,
        // A region that scrolls needs a part that the keyboard reaches.
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

  /** The exact text, also after the view was closed. Throws before a text was opened: an empty one would replace the draft. */
  get text(): string {
    return this.#doc.toString();
  }

  /** Counts Unicode code points and line ends without building the text. */
  measure(): TextMeasure {
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

  /** Length of the text in UTF-16 code units, known without building it. */
  get length(): number {
    return this.#doc.length;
  }

  /** Replaces the text in one step that can be undone; lines that stay keep cursor and scroll. */
  replaceText(text: string): void {
    const view = this.#view;
    if (view === null) return;
    const changes = replacementsOf(this.text, text);
    if (changes.length === 0) return;
    view.dispatch({ changes, annotations: [exactChange.of(true)], userEvent: 'input.merge' });
  }

  /** Gives every line end of the text one form, in one step that can be undone. */
  setLineEnd(lineEnd: LineEnd): void {
    const view = this.#view;
    view?.dispatch(view.state.update(lineEndChange(view.state, lineEnd)));
  }

  /** Inserts a text at the cursor. */
  insertText(text: string): void {
    const view = this.#view;
    view?.dispatch(view.state.replaceSelection(text), { userEvent: 'input' });
  }

  /** Moves the cursor to a place and shows it. */
  goTo(place: TextPlace): void {
    const view = this.#view;
    if (view === null) return;
    const at = offsetIn(view.state.doc, place);
    view.dispatch({
      selection: EditorSelection.cursor(at),
      effects: EditorView.scrollIntoView(at, { y: 'center' }),
    });
    view.focus();
  }

  /** Marks the problems of the text. */
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

  /** Ends the editor. */
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
  customElements.define('code-view', CodeViewElement);

import { html } from '@codemirror/lang-html';
import {
  Change,
  diff,
  goToNextChunk,
  goToPreviousChunk,
  MergeView,
  unifiedMergeView,
} from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { splitExact } from '../text/exact-lines.ts';
import { diffLines } from '../text/line-diff.ts';
import { appearance } from './appearance.ts';
import { exactBytes } from './exact-bytes.ts';
import { lineStarts } from './replacement.ts';

/**
 * Maximum size in characters of a changed block, both sides together, inside which single characters are compared. A larger
 * block is shown as one change.
 */
const BLOCK_CHARS_MAX = 4_000;
const INNER_SCAN_MAX = 200;
const UNCHANGED_LINES_SHOWN = 3;
const DIFF_STYLE =
  ':host { display: block; } .cm-editor, .cm-mergeView { max-height: 70vh; } .cm-mergeView { overflow: auto; }';

/** The form in which a comparison is shown: both texts side by side, or one text with the changes inline. */
export type DiffLayout = 'side' | 'inline';

/**
 * Returns the changes between two texts in the form that CodeMirror needs: changed lines and, inside them, changed characters.
 */
function compareTexts(a: string, b: string): readonly Change[] {
  const linesA = splitExact(a);
  const linesB = splitExact(b);
  const startsA = lineStarts(linesA);
  const startsB = lineStarts(linesB);
  return diffLines(linesA, linesB).flatMap(({ aFrom, aTo, bFrom, bTo }) => {
    const fromA = Math.min(startsA[aFrom] ?? 0, a.length);
    const toA = Math.min(startsA[aTo] ?? 0, a.length);
    const fromB = Math.min(startsB[bFrom] ?? 0, b.length);
    const toB = Math.min(startsB[bTo] ?? 0, b.length);
    if (toA - fromA + toB - fromB > BLOCK_CHARS_MAX) return [new Change(fromA, toA, fromB, toB)];
    const inner = diff(a.slice(fromA, toA), b.slice(fromB, toB), { scanLimit: INNER_SCAN_MAX });
    return inner.map(
      (one) => new Change(fromA + one.fromA, fromA + one.toA, fromB + one.fromB, fromB + one.toB),
    );
  });
}

const COMPARE = { override: compareTexts };
const COLLAPSE = { margin: UNCHANGED_LINES_SHOWN, minSize: 2 * UNCHANGED_LINES_SHOWN + 1 };

function readOnly(text: string, label: string): Extension[] {
  return [
    exactBytes('\n'),
    lineNumbers(),
    html(),
    appearance(),
    keymap.of([
      { key: 'Alt-F5', run: goToNextChunk, shift: goToPreviousChunk },
      { key: 'F8', run: goToNextChunk, shift: goToPreviousChunk },
    ]),
    EditorView.lineWrapping,
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({
      tabindex: '0',
      'aria-label': `${label}, ${splitExact(text).length} lines`,
    }),
  ];
}

/** Custom element that shows the differences of two texts side by side or inline. It is read-only and runs in a shadow root. */
export class DiffViewElement extends HTMLElement {
  #view: { destroy(): void } | null = null;

  /** Shows the differences of two texts. `names` are the accessible names of both texts, for screen readers. */
  open(
    a: string,
    b: string,
    names: { readonly a: string; readonly b: string },
    form: DiffLayout,
  ): void {
    this.close();
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(DIFF_STYLE);
    root.adoptedStyleSheets = [sheet];
    const parent = document.createElement('div');
    root.replaceChildren(parent);
    this.#view =
      form === 'side'
        ? new MergeView({
            parent,
            root,
            a: { doc: a, extensions: readOnly(a, names.a) },
            b: { doc: b, extensions: readOnly(b, names.b) },
            collapseUnchanged: COLLAPSE,
            diffConfig: COMPARE,
          })
        : new EditorView({
            parent,
            root,
            doc: b,
            extensions: [
              ...readOnly(b, names.b),
              unifiedMergeView({
                original: a,
                mergeControls: false,
                collapseUnchanged: COLLAPSE,
                diffConfig: COMPARE,
              }),
            ],
          });
  }

  /** Removes the shown comparison from the page. */
  close(): void {
    this.#view?.destroy();
    this.#view = null;
  }

  disconnectedCallback(): void {
    this.close();
  }
}

if (customElements.get('diff-view') === undefined)
  customElements.define('diff-view', DiffViewElement);

import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView, highlightSpecialChars } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/**
 * Matches the invisible characters that are replaced with a visible mark: control characters except tab, soft hyphen,
 * zero-width and bidi characters, separators, BOM, and a CR inside a line.
 */
const MARKED =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffc]|\r(?!$)/gu;

const NAMES: Readonly<Record<number, string>> = {
  0: 'NUL',
  13: 'CR',
  0xad: 'soft hyphen',
  0x200b: 'zero width space',
  0x200c: 'zero width non-joiner',
  0x200d: 'zero width joiner',
  0x2028: 'line separator',
  0x2029: 'paragraph separator',
  0xfeff: 'BOM',
};

function markOf(code: number): HTMLElement {
  const mark = document.createElement('span');
  const hex = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  mark.className = 'cm-mark';
  // Many fonts lack symbols for control characters, so a mark shows “NUL”, “CR”, “BOM” or the code point.
  mark.textContent = code === 0 || code === 13 || code === 0xfeff ? (NAMES[code] ?? hex) : hex;
  mark.title = `${NAMES[code] ?? 'invisible character'} (${hex})`;
  mark.setAttribute('aria-label', mark.title);
  return mark;
}

const theme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--card)', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { font: 'var(--code)', tabSize: '2' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'light-dark(#cfe5de, #2c4f46)' },
  '.cm-gutters': { backgroundColor: 'var(--ground)', color: 'var(--soft)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'light-dark(rgb(0 0 0 / 4%), rgb(255 255 255 / 5%))',
  },
  '.cm-panels': { backgroundColor: 'var(--card)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-textfield': {
    backgroundColor: 'var(--card)',
    color: 'var(--ink)',
    borderColor: 'var(--edge)',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--card)',
    color: 'var(--ink)',
    borderColor: 'var(--edge)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--card)',
    color: 'var(--ink)',
    borderColor: 'var(--edge)',
  },
  '.cm-mark': {
    font: 'var(--code)',
    fontSize: '0.75em',
    color: 'var(--danger)',
    border: '1px solid currentcolor',
    borderRadius: '3px',
    padding: '0 2px',
  },
  // CodeMirror draws the wavy line as a `data:` image, which the content security policy refuses. So CSS draws it here.
  '.cm-lintRange-error, .cm-lintRange-warning, .cm-lintRange-info': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger)',
  },
  '.cm-lint-marker-error, .cm-lint-marker-warning, .cm-lint-marker-info': { content: 'normal' },
  '.cm-lint-marker-error::before': { content: '"✗"', color: 'var(--danger)' },
  '.cm-lint-marker-warning::before': { content: '"!"', color: 'var(--danger)' },
  '.cm-lint-marker-info::before': { content: '"i"' },
  '.cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--added) !important' },
  '&.cm-merge-a .cm-changedLine': { backgroundColor: 'var(--removed) !important' },
  '.cm-deletedLine, .cm-deletedChunk': { backgroundColor: 'var(--removed) !important' },
  '.cm-changedText': { background: 'none !important', textDecoration: 'underline 2px' },
  '.cm-collapsedLines': { background: 'var(--ground)', color: 'var(--soft)' },
});

const colours = HighlightStyle.define([
  { tag: tags.tagName, color: 'light-dark(#0f5c4c, #6fd0b6)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'light-dark(#6b3d00, #e8b878)' },
  { tag: [tags.attributeValue, tags.string], color: 'light-dark(#27509b, #9cc0ff)' },
  {
    tag: [tags.keyword, tags.modifier, tags.operatorKeyword],
    color: 'light-dark(#7a2b80, #e0a3e6)',
  },
  { tag: [tags.number, tags.bool, tags.color, tags.unit], color: 'light-dark(#8a3b12, #f0a884)' },
  { tag: [tags.comment, tags.meta, tags.documentMeta], color: 'light-dark(#545b57, #a5ada8)' },
  { tag: tags.invalid, color: 'light-dark(#a3211b, #ff9a90)' },
]);

/** Returns the editor's appearance: the colours of the design system, and a visible mark for every invisible character. */
export function appearance(): Extension {
  return [
    theme,
    syntaxHighlighting(colours),
    highlightSpecialChars({ specialChars: MARKED, render: markOf }),
  ];
}

import { decodeHTMLStrict } from 'entities';

/** The difference between two texts that are equal after folding. */
export type FoldName =
  | 'line_endings'
  | 'unicode_composition'
  | 'lookalike_characters'
  | 'whitespace'
  | 'letter_case'
  | 'html_entity';

/** A half-open range of UTF-16 units. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Makes texts equal that differ in one respect, and maps a folded range back to the text. */
export interface Fold {
  readonly name: FoldName;
  fold(text: string): string;
  /** The range of `text` that became `folded` range. */
  unfold(text: string, folded: Range): Range;
}

/** A fold that replaces every match of a global pattern. `trigger` is a cheap test for texts without a match. */
function replacing(
  name: FoldName,
  trigger: RegExp,
  pattern: RegExp,
  replacement: string | ((match: string) => string),
): Fold {
  const replace = typeof replacement === 'string' ? () => replacement : replacement;
  return {
    name,
    fold: (text) => {
      if (!trigger.test(text)) return text;
      // A fixed replacement needs no callback for each match.
      return typeof replacement === 'string'
        ? text.replace(pattern, replacement)
        : text.replace(pattern, replacement);
    },
    unfold(text, folded) {
      let from: number | undefined;
      // Between two replacements a folded position is `position + delta` in the text.
      let delta = 0;
      for (const match of text.matchAll(pattern)) {
        const replacement = replace(match[0]);
        const start = match.index - delta;
        const end = start + replacement.length;
        if (from === undefined && folded.from < start) from = folded.from + delta;
        if (folded.to <= start) break;
        const nextDelta = match.index + match[0].length - end;
        if (from === undefined && folded.from < end) from = match.index;
        if (folded.to <= end)
          return { from: from ?? match.index, to: match.index + match[0].length };
        delta = nextDelta;
      }
      return { from: from ?? folded.from + delta, to: folded.to + delta };
    },
  };
}

const LOOKALIKES: ReadonlyMap<string, string> = new Map([
  ...[...'‘’‚‛′´＇'].map((char) => [char, "'"] as const),
  ...[...'“”„‟″«»＂'].map((char) => [char, '"'] as const),
  ...[...'‐‑‒–—―−－'].map((char) => [char, '-'] as const),
  ...[
    ...'\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
  ].map((char) => [char, ' '] as const),
  // Invisible characters: soft hyphen, zero-width characters, byte order mark.
  ...[...'\u00ad\u200b\u200c\u200d\u2060\ufeff'].map((char) => [char, ''] as const),
  ['…', '...'],
]);

const NOT_ASCII = /[^\x00-\x7f]/;

const lineEndings = replacing('line_endings', /\r/, /\r\n?/g, '\n');
/** Matches only text that NFC can change: a base with its marks, conjoining jamo, and singleton compositions. */
const composition = replacing(
  'unicode_composition',
  NOT_ASCII,
  /[\u2000\u2001\u2126\u212a\u212b\uf900-\ufaff]|[\u1100-\u11ff]+|\P{M}\p{M}+/gu,
  (sequence) => sequence.normalize('NFC'),
);
const lookalikes = replacing(
  'lookalike_characters',
  NOT_ASCII,
  new RegExp(`[${[...LOOKALIKES.keys()].join('')}]`, 'gu'),
  (char) => LOOKALIKES.get(char) ?? char,
);
/** Removes blanks and line ends. */
export const whitespace = replacing('whitespace', /\s/, /\s+/g, '');
const letterCase: Fold = {
  name: 'letter_case',
  // The only letter whose lower case is longer; it would shift every index behind it.
  fold: (text) => text.replaceAll('\u0130', 'i').toLowerCase(),
  unfold: (_, folded) => folded,
};
const entities = replacing(
  'html_entity',
  /&/,
  /&(?:#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,30});/g,
  decodeHTMLStrict,
);

/** The folds in the order in which they are tried as the cause of a miss. */
export const FOLDS: readonly Fold[] = [
  lineEndings,
  composition,
  lookalikes,
  whitespace,
  letterCase,
  entities,
];
/** The folds in the order in which they compose: entities become characters before characters are compared. */
export const FOLDS_TOGETHER: readonly Fold[] = [
  entities,
  lineEndings,
  composition,
  lookalikes,
  letterCase,
  whitespace,
];

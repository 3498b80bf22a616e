import { decodeHTMLStrict } from 'entities';

/** The name of a kind of difference between two texts that a normalization (`fold`) removes. */
export type TextNormalizationName =
  | 'line_endings'
  | 'unicode_composition'
  | 'lookalike_characters'
  | 'whitespace'
  | 'letter_case'
  | 'html_entity';

/** A range of a text in UTF-16 units, from `from` to before `to`. */
export interface Utf16Range {
  readonly from: number;
  readonly to: number;
}

/**
 * A normalization that removes one kind of difference between texts. It can map a range of the normalized text back to the
 * original.
 */
export interface TextNormalizer {
  readonly name: TextNormalizationName;
  fold(text: string): string;
  /** Returns the range of the original `text` that became the range `folded` of the normalized text. */
  unfold(text: string, folded: Utf16Range): Utf16Range;
}

/**
 * Makes a normalization that replaces every match of a global pattern. `trigger` is a fast test: a text that does not match it
 * stays unchanged.
 */
function replacing(
  name: TextNormalizationName,
  trigger: RegExp,
  pattern: RegExp,
  replacement: string | ((match: string) => string),
): TextNormalizer {
  const replace = typeof replacement === 'string' ? () => replacement : replacement;
  return {
    name,
    fold: (text) => {
      if (!trigger.test(text)) return text;
      // `replace` with a constant string is faster than with a callback for each match.
      return typeof replacement === 'string'
        ? text.replace(pattern, replacement)
        : text.replace(pattern, replacement);
    },
    unfold(text, folded) {
      let from: number | undefined;
      // Between two replacements, an index in the original text is the index in the normalized text plus `delta`.
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
/**
 * The pattern matches only text that Unicode NFC may change: a character with combining marks, conjoining jamo, or a character
 * that NFC replaces by another. It matches at most 30 marks (the Stream-Safe Text Format of UAX #15), because NFC takes
 * quadratic time in their number.
 */
const composition = replacing(
  'unicode_composition',
  NOT_ASCII,
  /[\u2000\u2001\u2126\u212a\u212b\uf900-\ufaff]|[\u1100-\u11ff]+|\P{M}\p{M}{1,30}/gu,
  (sequence) => sequence.normalize('NFC'),
);
const lookalikes = replacing(
  'lookalike_characters',
  NOT_ASCII,
  new RegExp(`[${[...LOOKALIKES.keys()].join('')}]`, 'gu'),
  (char) => LOOKALIKES.get(char) ?? char,
);
/** Removes all white space, including line ends. */
export const whitespace = replacing('whitespace', /\s/, /\s+/g, '');
const letterCase: TextNormalizer = {
  name: 'letter_case',
  // U+0130 is the only letter that gets longer in lower case. Without its replacement all later indexes would shift.
  fold: (text) => text.replaceAll('\u0130', 'i').toLowerCase(),
  unfold: (_, folded) => folded,
};
const entities = replacing(
  'html_entity',
  /&/,
  /&(?:#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,30});/g,
  decodeHTMLStrict,
);

/** The normalizations in the order in which each one alone is tried to explain why the `old` of a patch does not occur. */
export const FOLDS: readonly TextNormalizer[] = [
  lineEndings,
  composition,
  lookalikes,
  whitespace,
  letterCase,
  entities,
];
/**
 * The normalizations in the order in which they are applied one after the other. HTML character references are decoded first,
 * so that the other normalizations see the characters.
 */
export const FOLDS_TOGETHER: readonly TextNormalizer[] = [
  entities,
  lineEndings,
  composition,
  lookalikes,
  letterCase,
  whitespace,
];

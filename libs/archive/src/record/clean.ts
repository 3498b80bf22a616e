/** What cleaning did, by step; shown in an import's report. */
export type CleaningStep =
  | 'nfc'
  | 'blanks'
  | 'lines'
  | 'html'
  | 'mojibake'
  | 'controls'
  | 'cut'
  | 'date'
  | 'wrapping'
  | 'url';

/** One change, kept for `--show-changes`. */
export interface CleaningChange {
  readonly step: CleaningStep;
  readonly before: string;
  readonly after: string;
}

/** Cleans texts and counts what it did, until whoever reads the counts clears them. One per thread of an import. */
export class Cleaner {
  readonly counts = new Map<CleaningStep, number>();
  readonly changes: CleaningChange[] = [];
  readonly #keep: number;

  /** `keep`: how many changes are kept to be shown. */
  constructor(keep = 0) {
    this.#keep = keep;
  }

  /** One line of text: entities and tags resolved, controls out, blanks single. Total for any value. */
  line(value: unknown, charsMax = LINE_CHARS_MAX): string {
    const text = asText(value);
    if (text === '' || (PLAIN.test(text) && text.length <= charsMax)) return text;
    return this.#cut(
      this.#clean(text).replace(LINES, () => this.#count('lines', ' ')),
      charsMax,
    );
  }

  /** Text of several lines, as a description. */
  text(value: unknown, charsMax: number): string {
    const text = asText(value);
    if (text === '' || (PLAIN.test(text) && text.length <= charsMax)) return text;
    return this.#cut(this.#clean(text).replace(/[^\S\n]*\n\s*/g, '\n'), charsMax);
  }

  /** An http or https address without credentials, as it was given; empty when it is none. */
  url(value: unknown): string {
    const text = asText(value).trim();
    if (text === '') return '';
    const made = httpUrl(text);
    if (made === '') this.note('url', text, '');
    return made;
  }

  note(step: CleaningStep, before: string, after: string): void {
    this.counts.set(step, (this.counts.get(step) ?? 0) + 1);
    if (this.changes.length < this.#keep) this.changes.push({ step, before, after });
  }

  #count<T>(step: CleaningStep, value: T): T {
    this.counts.set(step, (this.counts.get(step) ?? 0) + 1);
    return value;
  }

  #clean(text: string): string {
    let clean = this.#step('html', text, withoutHtml(text));
    clean = this.#step('mojibake', clean, repaired(clean));
    clean = this.#step('nfc', clean, clean.normalize('NFC'));
    clean = this.#step('controls', clean, clean.replace(UNSEEN, ''));
    return this.#step('blanks', clean, clean.replace(BLANKS, ' ').trim());
  }

  #step(step: CleaningStep, before: string, after: string): string {
    if (before !== after) this.note(step, before, after);
    return after;
  }

  #cut(text: string, charsMax: number): string {
    if (text.length <= charsMax) return text.trim();
    const cut = cutText(text, charsMax);
    this.note('cut', text.slice(0, 80), cut.slice(-80));
    return cut;
  }
}

/** Longest line that is kept of any field. */
export const LINE_CHARS_MAX = 1_000;
const URL_CHARS_MAX = 1_000;
// No port, no credentials, nothing to escape: needs no parser, and is true of nearly every link.
const PLAIN_URL = /^https?:\/\/[a-z0-9]+(?:[.-][a-z0-9]+)*(?:\/[!-~]*)?$/i;
// Printable ASCII without tags, entities, double or outer blanks: nothing to do, and true of nearly every value.
const PLAIN = /^(?:[!-%'-;=?-~]+ )*[!-%'-;=?-~]+$/;
const LINES = /\s*[\r\n]+\s*/g;
const BLANKS = /[^\S\n]+/g;
/** C0 and C1 but the line break, bidi controls, zero-width and tag characters, lone surrogates. Spec: search.clean-text. */
const UNSEEN =
  /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** At most so many UTF-16 units, never half a surrogate pair, with an ellipsis where something is missing. */
export function cutText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const kept = text.slice(0, charsMax - 1).replace(/[\ud800-\udbff]$/, '');
  return `${kept.trimEnd()}…`;
}

/** A text that shows nothing but what is seen: no controls, bidi, zero-width or tag characters; one line. */
export function visible(text: string, charsMax: number): string {
  return cutText(
    text.replace(LINES, ' ').replace(UNSEEN, '').replace(BLANKS, ' ').trim(),
    charsMax,
  );
}

/** The address as given when it is plain http or https without credentials, else empty. */
export function httpUrl(text: string): string {
  if (text.length > URL_CHARS_MAX) return '';
  if (PLAIN_URL.test(text)) return text;
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return '';
  const { username, password, href } = new URL(text);
  if (username !== '' || password !== '') return '';
  return /^[!-~]+$/.test(text) ? text : href;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ouml: 'ö',
  uuml: 'ü',
  auml: 'ä',
  szlig: 'ß',
  ntilde: 'ñ',
  oacute: 'ó',
  iacute: 'í',
  aacute: 'á',
  copy: '©',
  reg: '®',
  deg: '°',
  frac12: '½',
};

/** Text of an HTML fragment: tags out, entities resolved, block ends as line breaks. */
export function withoutHtml(text: string): string {
  if (!/[<&]/.test(text)) return text;
  return (
    text
      .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, ' ')
      .replace(/<br\s*\/?>|<\/(?:p|div|li|h[1-6])\s*>/gi, '\n')
      // A tag begins with a letter, a slash or a mark: "<" in "a < b" stays.
      .replace(/<\/?[a-z!?][^<>]*>/gi, '')
      .replace(
        /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,30}));/gi,
        (whole, decimal?: string, hex?: string, name?: string) => {
          if (name !== undefined) return ENTITIES[name] ?? ENTITIES[name.toLowerCase()] ?? whole;
          const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
          return code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff)
            ? String.fromCodePoint(code)
            : '';
        },
      )
  );
}

/** Windows-1252 where it differs from Latin-1: code point to byte. */
const CP1252 = new Map<number, number>(
  [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'].map((char, at) => [
    char.codePointAt(0) ?? 0,
    0x80 + at,
  ]),
);
const SUSPECT = /[ÂÃâÄÅ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * UTF-8 that was once read as Windows-1252 ("OpÃ©ra") put right, only where the whole text goes back without loss;
 * any other text is returned as it is.
 */
export function repaired(text: string): string {
  if (!SUSPECT.test(text)) return text;
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const byte = code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : CP1252.get(code);
    if (byte === undefined) return text;
    bytes[at] = byte;
  }
  try {
    return decoder.decode(bytes);
  } catch {
    return text;
  }
}

import { htmlText } from './html-text.ts';
import { repairMojibake } from './mojibake.ts';

/** A step of cleaning, as an import's report names it. */
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

/** One changed text, for `--show-changes`. */
export interface CleaningChange {
  readonly step: CleaningStep;
  readonly before: string;
  readonly after: string;
}

/** Cleans texts and counts its changes until the caller clears the counts. One per thread of an import. */
export class Cleaner {
  readonly counts = new Map<CleaningStep, number>();
  readonly changes: CleaningChange[] = [];
  readonly #keep: number;

  /** `keep`: number of changes kept. */
  constructor(keep = 0) {
    this.#keep = keep;
  }

  /** A value as one line of text: without tags, entities decoded, without control characters, single blanks. */
  line(value: unknown, charsMax = CLEAN_LINE_CHARS_MAX): string {
    const text = asText(value);
    if (text === '' || (PLAIN.test(text) && text.length <= charsMax)) return text;
    return this.#cut(
      this.#clean(text).replace(LINES, () => this.#count('lines', ' ')),
      charsMax,
    );
  }

  /** A value as text of several lines, such as a description. */
  text(value: unknown, charsMax: number): string {
    const text = asText(value);
    if (text === '' || (PLAIN.test(text) && text.length <= charsMax)) return text;
    return this.#cut(this.#clean(text).replace(/[^\S\n]*\n\s*/g, '\n'), charsMax);
  }

  /** An http or https address without credentials, unchanged; empty when the value is none. */
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
    let clean = this.#step('html', text, htmlText(text));
    clean = this.#step('mojibake', clean, repairMojibake(clean));
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

/** Characters of a line, at most. */
export const CLEAN_LINE_CHARS_MAX = 1_000;
const URL_CHARS_MAX = 1_000;
// Nearly every link has no port, no credentials and nothing to escape, and needs no parser.
const PLAIN_URL = /^https?:\/\/[a-z0-9]+(?:[.-][a-z0-9]+)*(?:\/[!-~]*)?$/i;
// Printable ASCII without tags, entities, double or outer blanks, as nearly every value: needs no cleaning.
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

/** Cuts a text to `charsMax` UTF-16 code units, with an ellipsis at the end and no half surrogate pair. */
export function cutText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const kept = text.slice(0, charsMax - 1).replace(/[\ud800-\udbff]$/, '');
  return `${kept.trimEnd()}…`;
}

/** A text as one line without control, bidi, zero-width and tag characters. */
export function visible(text: string, charsMax: number): string {
  return cutText(
    text.replace(LINES, ' ').replace(UNSEEN, '').replace(BLANKS, ' ').trim(),
    charsMax,
  );
}

/** The address, unchanged, when it is http or https without credentials; else empty. */
export function httpUrl(text: string): string {
  if (text.length > URL_CHARS_MAX) return '';
  if (PLAIN_URL.test(text)) return text;
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return '';
  const { username, password, href } = new URL(text);
  if (username !== '' || password !== '') return '';
  return /^[!-~]+$/.test(text) ? text : href;
}

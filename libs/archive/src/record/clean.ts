import { htmlText } from './html-text.ts';
import { repairMojibake } from './mojibake.ts';

/**
 * Name of a step in the cleaning of texts, such as `html` (tags are removed). The report of an import counts changes by step.
 */
export type CleaningStepName =
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

/** A text before and after a cleaning step, as `archive import --show-changes` prints it. */
export interface TextBeforeAndAfterCleaning {
  readonly step: CleaningStepName;
  readonly before: string;
  readonly after: string;
}

/**
 * Cleans the texts of records (removes tags, control characters and so on) and counts the changes. Each thread of an import has
 * its own.
 */
export class RecordTextCleaner {
  readonly counts = new Map<CleaningStepName, number>();
  readonly changes: TextBeforeAndAfterCleaning[] = [];
  readonly #keep: number;

  /** @param keep maximum number of text changes that are kept in `changes` */
  constructor(keep = 0) {
    this.#keep = keep;
  }

  /** Returns a value as one line: without tags, entities, control characters and repeated blanks. */
  line(value: unknown, charsMax = CLEAN_LINE_CHARS_MAX): string {
    const text = asText(value);
    if (text === '' || (PLAIN.test(text) && text.length <= charsMax)) return text;
    return this.#cut(
      this.#clean(text).replace(LINES, () => this.#count('lines', ' ')),
      charsMax,
    );
  }

  /** Returns a value as text with line breaks, such as a description. */
  text(value: unknown, charsMax: number): string {
    const text = asText(value);
    if (text === '' || (PLAIN.test(text) && text.length <= charsMax)) return text;
    return this.#cut(this.#clean(text).replace(/[^\S\n]*\n\s*/g, '\n'), charsMax);
  }

  /** Returns a value unchanged if it is an http(s) URL without credentials, else an empty text. */
  url(value: unknown): string {
    const text = asText(value).trim();
    if (text === '') return '';
    const made = httpUrl(text);
    if (made === '') this.note('url', text, '');
    return made;
  }

  note(step: CleaningStepName, before: string, after: string): void {
    this.counts.set(step, (this.counts.get(step) ?? 0) + 1);
    if (this.changes.length < this.#keep) this.changes.push({ step, before, after });
  }

  #count<T>(step: CleaningStepName, value: T): T {
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

  #step(step: CleaningStepName, before: string, after: string): string {
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

/** Maximum length of a line, characters. */
export const CLEAN_LINE_CHARS_MAX = 1_000;
const URL_CHARS_MAX = 1_000;
// Fast path: nearly all URLs have no port, no credentials and nothing to escape.
const PLAIN_URL = /^https?:\/\/[a-z0-9]+(?:[.-][a-z0-9]+)*(?:\/[!-~]*)?$/i;
// Fast path: printable ASCII without tags, entities and repeated blanks needs no cleaning.
const PLAIN = /^(?:[!-%'-;=?-~]+ )*[!-%'-;=?-~]+$/;
const LINES = /\s*[\r\n]+\s*/g;
const BLANKS = /[^\S\n]+/g;
/** Matches invisible characters: control, bidi, zero-width and tag characters, lone surrogates. Spec: search.clean-text. */
const UNSEEN =
  /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Cuts a text to `charsMax` UTF-16 code units and adds an ellipsis; never splits a surrogate pair. */
export function cutText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const kept = text.slice(0, charsMax - 1).replace(/[\ud800-\udbff]$/, '');
  return `${kept.trimEnd()}…`;
}

/** Returns a text as one line without invisible characters, cut to `charsMax` characters. */
export function visible(text: string, charsMax: number): string {
  return cutText(
    text.replace(LINES, ' ').replace(UNSEEN, '').replace(BLANKS, ' ').trim(),
    charsMax,
  );
}

/** Returns a URL unchanged if it is http(s) without credentials, else an empty text. */
export function httpUrl(text: string): string {
  if (text.length > URL_CHARS_MAX) return '';
  if (PLAIN_URL.test(text)) return text;
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return '';
  const { username, password, href } = new URL(text);
  if (username !== '' || password !== '') return '';
  return /^[!-~]+$/.test(text) ? text : href;
}

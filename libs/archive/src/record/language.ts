import {
  BEFORE_SMALL,
  FIRST,
  HINTS,
  LETTERS,
  TELLING,
  DETECTED_LANGUAGES,
  type DetectedLanguage,
} from './language-words.ts';

/** Maximum number of examined characters of a title; KNOWN_WORDS_MAX: of its words that the language tables contain. */
const CHARS_MAX = 300;
const KNOWN_WORDS_MAX = 12;
/** Maximum number of letters in a title that add points for a language, because names contain many such letters. */
const LETTER_HINTS_MAX = 2;
/** Minimum points that a language needs to be detected; LEAD_MIN is the minimum lead over the points of the next language. */
const HINTS_MIN = 3;
const LEAD_MIN = 2;
/** Maximum lead of an excluded language, in points. With more, the excluding word was a name and no language is returned. */
const BEHIND_MAX = 3;
/** Base of a number whose digits are the points of each language; greater than the points of any language. */
const ROOM = 128;

const ALL = (1 << DETECTED_LANGUAGES.length) - 1;
const ENGLISH = 1 << DETECTED_LANGUAGES.indexOf('en');

/** What a word says about a title's language: permitted languages; points anywhere, as first word, before a lower-case word. */
interface LanguageHints {
  possible: number;
  hints: number;
  first: number;
  beforeSmall: number;
}

function setOf(languages: string): number {
  let set = 0;
  for (const name of languages.split(' '))
    for (const [at, told] of DETECTED_LANGUAGES.entries()) if (told === name) set |= 1 << at;
  return set;
}

function hintsAt(set: number, worth: number): number {
  let hints = 0;
  for (const at of DETECTED_LANGUAGES.keys())
    if ((set & (1 << at)) !== 0) hints += worth * ROOM ** at;
  return hints;
}

const LETTER_HINTS = new Map<number, number>();
for (const [languages, worth, letters] of LETTERS)
  for (const letter of letters)
    LETTER_HINTS.set(letter.charCodeAt(0), hintsAt(setOf(languages), worth));

const WORDS = new Map<string, LanguageHints>();

function know(words: string, add: (known: LanguageHints) => void): void {
  for (const word of words.split(' ')) {
    const known = WORDS.get(word) ?? { possible: ALL, hints: 0, first: 0, beforeSmall: 0 };
    WORDS.set(word, known);
    add(known);
  }
}
for (const [languages, worth, words] of TELLING)
  know(words, (known) => {
    known.possible &= setOf(languages);
    known.hints += hintsAt(setOf(languages), worth);
  });
for (const [languages, worth, words] of HINTS)
  know(words, (known) => (known.hints += hintsAt(setOf(languages), worth)));
for (const [languages, worth, words] of FIRST)
  know(words, (known) => (known.first += hintsAt(setOf(languages), worth)));
for (const [languages, worth, words] of BEFORE_SMALL)
  know(words, (known) => (known.beforeSmall += hintsAt(setOf(languages), worth)));

const APOSTROPHE = 0x27;
const FULL_STOP = 0x2e;
const HYPHEN = 0x2d;

/** True for a code unit of a lower-case text that is part of a word. */
function isLetter(code: number): boolean {
  if (code < 0xc0) return code >= 0x61 && code <= 0x7a;
  if (code < 0x2000) return code !== 0xd7 && code !== 0xf7;
  return code >= 0x3040;
}

/** True for a letter that no detected language uses in its own words. */
function isStrange(code: number): boolean {
  if (code > 0xff) return code !== 0x153;
  return code === 0xe5 || code === 0xe6 || code === 0xf0 || code === 0xf8 || code === 0xfe;
}

/** Matches a series after "from", which is not part of the title: "Salle à manger from the portfolio …". */
const SERIES =
  /^from (?:the |an? )?(?:illustrated|portfolio|series|periodical|album|suite|journal|set|museum|exhibition|book|group|project)\b/;
const SERIES_CHARS_MAX = 32;

/**
 * Detects the language of a title; null when it is uncertain, as for names or two languages. Ignores quoted and bracketed text
 * and a series after "from". Linear time.
 */
export function languageOf(title: string): DetectedLanguage | null {
  const text = title.toLowerCase().replaceAll('’', "'");
  const end = Math.min(text.length, CHARS_MAX);
  let [possible, hints, beforeSmall] = [ALL, 0, 0];
  let [words, knownWords, letters, depth] = [0, 0, 0, 0];
  let [quoted, skipped] = [false, false];
  for (let at = 0; at < end && knownWords < KNOWN_WORDS_MAX && possible !== 0;) {
    const code = text.charCodeAt(at);
    if (!isLetter(code)) {
      at++;
      if (code === 0x28 || code === 0x5b) depth += words > 0 ? 1 : 0;
      else if (code === 0x29 || code === 0x5d) depth -= depth > 0 ? 1 : 0;
      else if (code === 0x22 || code === 0x201c || code === 0x201d) {
        quoted = !quoted;
        skipped = quoted && words > 0;
      } else if (code > 0x7f && depth === 0 && !skipped) {
        const hint = LETTER_HINTS.get(code);
        if (hint !== undefined && letters++ < LETTER_HINTS_MAX) hints += hint;
      }
      continue;
    }
    const from = at;
    const read = depth === 0 && !skipped;
    for (; at < end; at++) {
      const letter = text.charCodeAt(at);
      if (!isLetter(letter)) {
        if (letter !== HYPHEN || !isLetter(text.charCodeAt(at + 1))) break;
      } else if (letter > 0x7f && read) {
        const hint = LETTER_HINTS.get(letter);
        if (isStrange(letter)) possible &= ENGLISH;
        else if (hint !== undefined && letters++ < LETTER_HINTS_MAX) hints += hint;
      }
    }
    if (!read) continue;
    const word = text.slice(from, at);
    if (word === 'from' && words > 0 && beginsSeries(title, text, from)) break;
    const known = knownAt(text, from, at, word);
    // The additional points of an article for a language count only if the next word begins with a lower-case letter: a capital
    // letter begins a name.
    if (beforeSmall !== 0 && isSmall(title, from)) hints += beforeSmall;
    beforeSmall = 0;
    if (known !== undefined) {
      knownWords++;
      possible &= known.possible;
      hints += known.hints;
      if (words === 0) hints += known.first;
      beforeSmall = known.beforeSmall;
    }
    words++;
  }
  return leader(possible, hints);
}

function knownAt(text: string, from: number, to: number, word: string): LanguageHints | undefined {
  const after = text.charCodeAt(to);
  if (to - from === 1) {
    // A single letter is no word when it is an initial of a name ("J.") or the ending of a number ("19e").
    if (after === FULL_STOP || isDigit(text.charCodeAt(from - 1))) return undefined;
    if (word === 's' && text.charCodeAt(from - 1) === APOSTROPHE)
      return isLetter(text.charCodeAt(from - 2)) ? WORDS.get("'s") : undefined;
  }
  if (after === APOSTROPHE && isLetter(text.charCodeAt(to + 1)))
    return WORDS.get(`${word}'`) ?? WORDS.get(word);
  return WORDS.get(word);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** True when the word at `at` begins with a small letter, in a title that begins with a capital. */
function isSmall(title: string, at: number): boolean {
  const letter = title.charAt(at);
  return letter === letter.toLowerCase() && title.charAt(0) !== title.charAt(0).toLowerCase();
}

function beginsSeries(title: string, text: string, at: number): boolean {
  const next = title.charAt(at + 'from '.length);
  return (
    next !== next.toLowerCase() ||
    next === '"' ||
    next === '“' ||
    next === '‘' ||
    SERIES.test(text.slice(at, at + SERIES_CHARS_MAX))
  );
}

/** Returns the permitted language with the most points if it has at least HINTS_MIN and a lead of LEAD_MIN; else null. */
function leader(possible: number, hints: number): DetectedLanguage | null {
  let [best, most, next, impossible, rest] = [-1, 0, 0, 0, hints];
  for (let at = 0; at < DETECTED_LANGUAGES.length; at++) {
    const worth = rest % ROOM;
    rest = (rest - worth) / ROOM;
    if ((possible & (1 << at)) === 0) impossible = Math.max(impossible, worth);
    else if (worth > most) [best, most, next] = [at, worth, most];
    else next = Math.max(next, worth);
  }
  if (most < HINTS_MIN || most - next < LEAD_MIN || impossible > most + BEHIND_MAX) return null;
  return DETECTED_LANGUAGES[best] ?? null;
}

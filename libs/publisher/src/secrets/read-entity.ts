import { numberAt, type EscapeDecoder } from './escape-parts.ts';

/**
 * The names of HTML character references (`lowbar` in `&lowbar;`) by the character that they stand for. Only characters that
 * occur in secrets or escapes are listed; the key '' has the invisible characters.
 * https://html.spec.whatwg.org/multipage/named-characters.html
 */
const ENTITY_NAMES: Readonly<Record<string, string>> = {
  _: 'lowbar UnderBar',
  fj: 'fjlig',
  '%': 'percnt',
  '&': 'amp AMP',
  '#': 'num',
  ';': 'semi',
  '\\': 'bsol',
  '/': 'sol',
  '+': 'plus',
  '=': 'equals',
  '.': 'period',
  ':': 'colon',
  '"': 'quot QUOT',
  "'": 'apos',
  '`': 'grave DiacriticalGrave',
  '{': 'lcub lbrace',
  '}': 'rcub rbrace',
  '<': 'lt LT',
  '>': 'gt GT',
  ' ': 'nbsp NonBreakingSpace',
  '\t': 'Tab',
  '\n': 'NewLine',
  '': 'shy zwj zwnj lrm rlm NoBreak ZeroWidthSpace NegativeThinSpace NegativeMediumSpace NegativeThickSpace NegativeVeryThinSpace af ApplyFunction it InvisibleTimes ic InvisibleComma',
};

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries(ENTITY_NAMES).flatMap(([text, names]) =>
    names.split(' ').map((name) => [name, text]),
  ),
);

/** Names of character references that HTML accepts also without the final semicolon. */
const BARE_ENTITIES: ReadonlySet<string> = new Set(
  'amp AMP lt LT gt GT quot QUOT shy nbsp'.split(' '),
);

/** Length of the longest name in `ENTITY_NAMES`, in characters. */
const ENTITY_NAME_MAX = 21;

const SEMICOLON = 0x3b;

const readNumericEntity: EscapeDecoder = (input, at, sink, loose) => {
  const isHex = ((input[at + 2] ?? 0) | 0x20) === 0x78;
  const { code, end } = numberAt(input, at + (isHex ? 3 : 2), isHex ? 16 : 10);
  const isWhole = input[end] === SEMICOLON;
  if (code < 0 || !(isWhole || loose)) return at;
  sink.putCodePoint(code, at);
  return isWhole ? end + 1 : end;
};

/**
 * Decodes the character reference at `at`: `&#97;`, `&#x61;` or a name in `ENTITY_NAMES`. The npm package `entities` decodes
 * only whole strings; this function reads bytes in place and keeps the input offset of each decoded byte.
 */
export const readEntity: EscapeDecoder = (input, at, sink, loose) => {
  if (input[at + 1] === 0x23) return readNumericEntity(input, at, sink, loose);
  let end = at + 1;
  let name = '';
  for (; end <= at + ENTITY_NAME_MAX; end += 1) {
    const letter = (input[end] ?? 0) | 0x20;
    if (letter < 0x61 || letter > 0x7a) break;
    name += String.fromCharCode(input[end] ?? 0);
    if (loose && input[end + 1] !== SEMICOLON && BARE_ENTITIES.has(name)) break;
  }
  const isBare = loose && BARE_ENTITIES.has(name);
  const text = input[end] === SEMICOLON || isBare ? ENTITIES.get(name) : undefined;
  if (text === undefined) return at;
  for (let i = 0; i < text.length; i += 1) sink.put(text.charCodeAt(i), at);
  return end + 1;
};

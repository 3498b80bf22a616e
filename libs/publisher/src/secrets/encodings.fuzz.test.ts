import { makeAgentKey } from '@bridge/kernel';
import { base62Crc32 } from '@bridge/kernel/agent-key';
import { fuzz } from '@bridge/testing/fuzz';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSecrets } from './find-secrets.ts';

const kinds = (text: string): readonly string[] =>
  findSecrets({ html: Buffer.from(text), title: '' }).map(({ kind }) => kind);
const OURS = 'agent key of this service';

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
/**
 * Encodes with `write` each character that is not a letter, digit or `_`, and each other character for which `some` returns
 * true.
 */
const each = (text: string, some: () => boolean, write: (char: string) => string): string =>
  [...text].map((char) => (some() || !/\w/.test(char) ? write(char) : char)).join('');
const bytesOf = (text: string, write: (byte: number) => string): string =>
  [...Buffer.from(text)].map(write).join('');
const units = (text: string, write: (unit: number) => string): string =>
  Array.from({ length: text.length }, (_, i) => write(text.charCodeAt(i))).join('');
const utf16 = (text: string, bigEndian: boolean): Buffer => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};
const wrapped = (base64: string, width: number, newline: string): string =>
  base64.replaceAll(new RegExp(`.{${width}}`, 'g'), `$&${newline}`);
const isAscii = (char: string): boolean => char.charCodeAt(0) < 0x80;

/** The source of the random decisions of an encoder. */
interface EncoderRandomness {
  /** Returns true in a random two thirds of the calls. */
  readonly some: () => boolean;
  readonly pick: <T>(values: readonly [T, ...T[]]) => T;
}

/** A function that encodes a text in one of the ways in which a page can hide a key, with random decisions. */
type KeyEncoder = (text: string, chance: EncoderRandomness) => string;

const ENCODERS: Readonly<Record<string, KeyEncoder>> = {
  percent: (text, { some }) =>
    each(text, some, (char) => bytesOf(char, (byte) => `%${hex(byte, 2).toUpperCase()}`)),
  'percent of UTF-16': (text, { pick }) =>
    [...utf16(text, pick([true, false]))].map((byte) => `%${hex(byte, 2)}`).join(''),
  'percent of escape()': (text, { some }) =>
    each(text, some, (char) => units(char, (unit) => `%u${hex(unit, 4)}`)),
  'decimal entities': (text, { some, pick }) =>
    each(text, some, (char) => `&#${pick(['', '000'])}${char.codePointAt(0) ?? 0};`),
  'hexadecimal entities': (text, { some, pick }) =>
    each(text, some, (char) => `&#${pick(['x', 'X'])}${hex(char.codePointAt(0) ?? 0, 2)};`),
  'named entities': (text, { pick }) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('_', pick(['&lowbar;', '&UnderBar;']))
      .replaceAll('%', '&percnt;')
      .replaceAll('\\', '&bsol;'),
  '\\u': (text, { some }) =>
    each(text, some, (char) => units(char, (unit) => `\\u${hex(unit, 4)}`)),
  '\\u{}': (text, { some, pick }) =>
    each(text, some, (char) => `\\u{${pick(['', '00'])}${hex(char.codePointAt(0) ?? 0, 2)}}`),
  '\\x': (text, { some }) =>
    each(text, some, (char) => (isAscii(char) ? `\\x${hex(char.charCodeAt(0), 2)}` : char)),
  octal: (text, { some }) =>
    each(text, some, (char) =>
      isAscii(char) ? `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}` : char,
    ),
  JSON: (text) => JSON.stringify({ a: `\n${text}\t` }),
  // A text that already contains a backslash is returned unchanged, because a line break inside an escape would destroy the
  // escape.
  'a line broken in a literal': (text, { some, pick }) =>
    text.includes('\\')
      ? text
      : text.replaceAll(/\w/g, (char) => (some() ? `${char}\\${pick(['\n', '\r\n'])}` : char)),
  'joined literals': (text, { some, pick }) =>
    text.replaceAll(/\w(?=\w)/g, (char) => (some() ? char + pick([`' + '`, `"+\n"`]) : char)),
  'invisible characters': (text, { some, pick }) =>
    text.replaceAll(/./gsu, (char) =>
      some()
        ? char + pick(['\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u180e'])
        : char,
    ),
  'NUL between': (text) => text.replaceAll(/[\0-\x7f]/g, '$&\0'),
  base64: (text, { pick }) =>
    wrapped(
      Buffer.from(pick(['', 'x', 'xy', 'key=', 'Bearer ']) + text).toString(
        pick(['base64', 'base64url']),
      ),
      pick([76, 64, 41, 1_000_000]),
      pick(['\n', '\r\n', '\n    ']),
    ),
  'base64 behind other letters': (text, { pick }) =>
    `${pick(['/', 'v=a', '-b_', 'data'])}${Buffer.from(text).toString('base64')}`,
  'a data: address': (text) =>
    `<a href="data:text/plain;base64,${Buffer.from(text).toString('base64')}">`,
  'base64 of UTF-16': (text, { pick }) => utf16(text, pick([true, false])).toString('base64'),
};
const NAMES = Object.keys(ENCODERS);

/** Random text to place before or after a key: words, quotes, and characters that begin a key or an escape. */
const around = fc
  .array(fc.constantFrom('word', '<p>', '"', "'", '\n', '\\', '&', '%', '=', 'ak_', '{', 'ü', '中'))
  .map((pieces) => pieces.join(' '));

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const keys = fc.array(fc.constantFrom(...BASE62), { minLength: 43, maxLength: 43 }).map((chars) => {
  const body = `ak_${chars.join('')}`;
  return body + base62Crc32(`agent-bridge:${body}`);
});

/** A key to encode with several encoders in turn: their names, the random bits for them, and the text around the key. */
interface ChainedEncodingCase {
  readonly names: readonly string[];
  readonly bits: readonly number[];
  readonly before: string;
  readonly behind: string;
}

const stacked = fc.record({
  names: fc.array(fc.constantFrom(...NAMES), { maxLength: 3 }),
  bits: fc.array(fc.nat(1_000), { minLength: 40, maxLength: 40 }),
  before: around,
  behind: around,
});

function encoded(key: string, { names, bits, before, behind }: ChainedEncodingCase): string {
  let used = 0;
  const next = (): number => bits[(used += 1) % bits.length] ?? 0;
  const chance: EncoderRandomness = {
    some: () => next() % 3 > 0,
    pick: (values) => values[next() % values.length] ?? values[0],
  };
  const inner = names.reduce((text, name) => ENCODERS[name]?.(text, chance) ?? text, key);
  return `${before} ${inner} ${behind}`;
}

/** Returns the key with one character replaced, so that its checksum is wrong. */
function broken(key: string, at: number): string {
  const index = 3 + (at % (key.length - 3));
  return key.slice(0, index) + (key[index] === 'x' ? 'y' : 'x') + key.slice(index + 1);
}

describe('a key of this service', () => {
  it.each(NAMES)('is found written as %s, and one with a wrong checksum is not', (name) => {
    for (let round = 0; round < 20; round += 1) {
      const key = makeAgentKey();
      const bits = Array.from({ length: 40 }, (_, i) => (i * 7 + round * 13) % 11);
      const stack = { names: [name], bits, before: '<p>', behind: '</p>' };
      expect(kinds(encoded(key, stack))).toEqual([OURS]);
      expect(kinds(encoded(broken(key, round), stack))).toEqual([]);
    }
  });

  it.each([
    (key: string) => `Bearer%20${key}`,
    (key: string) => `key%3D${key}`,
    (key: string) => `"\\n${key}"`,
    (key: string) => `"\\t${key}"`,
    (key: string) => `"\\u0022${key}"`,
    (key: string) => `my_${key}`,
    (key: string) => `${key}x`,
    (key: string) => `ak_${key}`,
    (key: string) => [...key].map((char) => `&#${char.charCodeAt(0)}`).join(''),
    (key: string) => `${key.slice(0, 9)}<wbr>${key.slice(9)}`,
    (key: string) => `<i>${key.slice(0, 3)}</i><b>${key.slice(3)}</b>`,
    (key: string) =>
      `<script>f(atob("${Buffer.from(`{"k":"${key}"}`).toString('base64')}"))</script>`,
    (key: string) => `<style>a{b:url("data:,${encodeURIComponent(`<${key}>`)}")}</style>`,
    (key: string) =>
      `<iframe srcdoc="&lt;p&gt;${[...key].map((c) => `&amp;#${c.charCodeAt(0)};`).join('')}">`,
  ])('is found next to any characters: %s', (write) => {
    const key = makeAgentKey();
    expect(kinds(write(key))).toEqual([OURS]);
    expect(kinds(write(broken(key, 17)))).toEqual([]);
  });
});

fuzz(
  'secret-encodings',
  'a key in random text under any three encodings is found, and with one character changed never',
  () =>
    fc.property(keys, stacked, fc.nat(), (key, stack, at) => {
      expect(kinds(encoded(key, stack)), stack.names.join(' in ')).toEqual([OURS]);
      expect(kinds(encoded(broken(key, at), stack))).toEqual([]);
    }),
  { cost: 5 },
);

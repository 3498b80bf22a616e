import { fuzz } from '@bridge/testing/fuzz';
import fc from 'fast-check';
import { expect } from 'vitest';
import { word, WORD_PATTERN } from './common.ts';
import { isReservedWord } from './reserved-words.ts';

/**
 * Checks the form of a World's word (unique name) without a regular expression, to compare the result with that of
 * WORD_PATTERN.
 */
function byRule(text: string): boolean {
  const letter = (c: string | undefined): boolean => c !== undefined && c >= 'a' && c <= 'z';
  const digit = (c: string | undefined): boolean => c !== undefined && c >= '0' && c <= '9';
  const chars = [...text];
  const last = chars.at(-1);
  return (
    chars.length >= 1 &&
    chars.length <= 41 &&
    letter(chars[0]) &&
    (letter(last) || digit(last)) &&
    chars.every((c) => letter(c) || digit(c) || c === '-')
  );
}

const nearWords = fc.string({ unit: fc.constantFrom(...'abz019-_A \n'), maxLength: 44 });
fuzz('word', 'a word is what the contract’s rule says of any text', () =>
  fc.property(fc.oneof(nearWords, fc.string()), (text) => {
    expect(word.safeParse(text).success).toBe(byRule(text));
  }),
);

const NAMED =
  'www api mcp admin login static assets status docs support security billing localhost wpad'.split(
    ' ',
  );
fuzz(
  'reserved-word',
  'a reserved word stays reserved however hyphens and trailing digits are added',
  () =>
    fc.property(
      fc
        .tuple(fc.constantFrom(...NAMED), fc.array(fc.nat(12), { maxLength: 3 }), fc.nat(9_999))
        .map(([name, places, number]) => {
          const hyphened = places.reduce((text, place) => {
            const at = 1 + (place % text.length);
            return `${text.slice(0, at)}-${text.slice(at)}`;
          }, name);
          return `${hyphened}${number}`;
        })
        .filter((name) => WORD_PATTERN.test(name)),
      (name) => isReservedWord(name),
    ),
);

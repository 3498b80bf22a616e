import { expect, test } from 'vitest';
import { centuryWords, timeWords } from './time-words.ts';

test.each([
  [1700, 1799, ['c18']],
  [1701, 1800, ['c18']],
  [1700, 1800, ['c18']],
  [1800, 1800, ['c19']],
  [1799, 1801, ['c18', 'c19']],
  [1650, 1850, ['c17', 'c18', 'c19']],
  [-400, -301, ['b4']],
  [-399, -300, ['b4']],
  [-300, -300, ['b3']],
  [-50, 50, ['b1', 'c1']],
  [-100, 0, ['b1']],
  [0, 99, ['c1']],
])('the years %i to %i lie in the centuries %j', (from, to, words) => {
  expect(centuryWords(from, to)).toEqual(words);
});

test('a year before Christ is indexed as another word than the year after', () => {
  const wordsOf = (year: number): readonly string[] =>
    timeWords({ from: year, to: year, text: '', certainty: 'exact' }).split(' ');
  expect(wordsOf(-500)).toEqual(['500bc', 'b5']);
  expect(wordsOf(500)).toEqual(['500', '500s', 'c6']);
});

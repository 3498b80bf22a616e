import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineOf } from './lines.ts';
import { WordPositions } from './word-positions.ts';

test('a word is found in exactly the fields that hold it whole, wherever it stands in them', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', 'b', 'é', '山'),
    minLength: 1,
    maxLength: 3,
  });
  const field = fc.array(word, { maxLength: 5 });
  fc.assert(
    fc.property(
      fc.array(field, { minLength: 1, maxLength: 10 }),
      word,
      word,
      (fields, one, two) => {
        const places = new WordPositions();
        const numbers = [one, two].map((sought) => places.number(sought));
        places.setText('what was looked at before\nstays nowhere');
        const text = fields.map((words) => words.join(' ')).join('\n');
        places.setText(text);
        for (const [at, sought] of [one, two].entries()) {
          const expected = fields.reduce(
            (bits, words, line) => bits | (words.includes(sought) ? 1 << line : 0),
            0,
          );
          expect(places.fields(numbers[at] ?? -1)).toBe(expected);
        }
        expect(fields.map((_, line) => places.field(line))).toEqual(text.split('\n'));
        expect(fields.map((_, line) => lineOf(text, line))).toEqual(text.split('\n'));
      },
    ),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineOf } from './lines.ts';
import { FieldsByWord } from './word-fields.ts';

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
        const wordFields = new FieldsByWord();
        const numbers = [one, two].map((sought) => wordFields.number(sought));
        wordFields.setText('what was looked at before\nstays nowhere');
        const text = fields.map((words) => words.join(' ')).join('\n');
        wordFields.setText(text);
        for (const [at, sought] of [one, two].entries()) {
          const expected = fields.reduce(
            (bits, words, line) => bits | (words.includes(sought) ? 1 << line : 0),
            0,
          );
          expect(wordFields.fields(numbers[at] ?? -1)).toBe(expected);
        }
        expect(fields.map((_, line) => wordFields.field(line))).toEqual(text.split('\n'));
        expect(fields.map((_, line) => lineOf(text, line))).toEqual(text.split('\n'));
      },
    ),
  );
});

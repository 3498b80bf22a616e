import { fuzz } from '@bridge/testing/fuzz';
import fc from 'fast-check';
import { expect } from 'vitest';
import {
  countUnitChars,
  floorToChar,
  linesOf,
  positionsOf,
  textAfter,
  textBefore,
  textOf,
  unitsOf,
  utf8Of,
} from './units.ts';

const text = fc.string({
  unit: fc.constantFrom('a', '~', '\u0080', 'é', '\n', '\r', '\r\n', '🌍', '\uffff'),
  maxLength: 30,
});

/** Splits a text into lines; LF, CR LF and a lone CR each end a line. */
const linesBefore = (before: string): readonly string[] => before.split(/\r\n|\r|\n/);

fuzz('units', 'the units of a text give back its text, its bytes and its characters', () =>
  fc.property(text, (one) => {
    const units = unitsOf(one);
    expect(textOf(units)).toBe(one);
    expect(Buffer.from(utf8Of(units)).equals(Buffer.from(one, 'utf8'))).toBe(true);
    expect(countUnitChars(units)).toBe([...one].length);
  }),
);

fuzz('units-around', 'a text around an index has whole characters, as many as were asked for', () =>
  fc.property(text, fc.nat(), fc.integer({ min: 1, max: 9 }), (one, at, chars) => {
    const units = unitsOf(one);
    const index = floorToChar(units, at % (one.length + 1));
    // The returned index must not be inside a surrogate pair. It may differ from the given index only if that one was.
    expect(one.slice(0, index).isWellFormed()).toBe(true);
    expect((at % (one.length + 1)) - index).toBe(
      one.slice(0, at % (one.length + 1)).isWellFormed() ? 0 : 1,
    );
    expect(textAfter(units, index, chars)).toBe([...one.slice(index)].slice(0, chars).join(''));
    expect(textBefore(units, index, chars)).toBe([...one.slice(0, index)].slice(-chars).join(''));
  }),
);

// Verifies: patch.places, patch.report.
fuzz('units-places', 'lines and columns are those that an editor shows', () =>
  fc.property(text, (one) => {
    const units = unitsOf(one);
    const starts: number[] = [0];
    for (const char of one) starts.push((starts.at(-1) ?? 0) + char.length);
    // An index between CR and LF is omitted: it still belongs to the line that the two end.
    const indexes = starts.filter((at) => !(one[at - 1] === '\r' && one[at] === '\n'));
    const lines = indexes.map((at) => linesBefore(one.slice(0, at)).length);
    expect(linesOf(units, indexes)).toEqual(lines);
    expect(positionsOf(units, indexes)).toEqual(
      indexes.map((at, i) => ({
        line: lines[i],
        column: [...(linesBefore(one.slice(0, at)).at(-1) ?? '')].length + 1,
        offset: [...one.slice(0, at)].length,
      })),
    );
  }),
);

import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { instrument, SWITCH } from './instrument.ts';

/** Runs an instrumented source with mutant number `on` turned on, and returns the value of its last expression. */
function valueWith(text: string, on: number): unknown {
  const { text: written } = instrument('x.ts', text, 100);
  const { outputText } = ts.transpileModule(written, {
    compilerOptions: { target: ts.ScriptTarget.ESNext, removeComments: true },
  });
  return runInNewContext(outputText, { [SWITCH]: (id: number) => id === on });
}

/** Returns the value of a source with each mutant, by the mutant's label, and the value of the original. */
function values(text: string): Readonly<Record<string, unknown>> {
  const { mutants } = instrument('x.ts', text, 100);
  const entries = mutants.map(({ label }, i) => [label, valueWith(text, 100 + i)] as const);
  return { ...Object.fromEntries(entries), original: valueWith(text, -1) };
}

test('an instrumented source is the original as long as no mutant is on', () => {
  const text = `
    function clamp(x: number, max: number): number {
      // A comment; with (brackets).
      if (x < 0) return 0;
      else if (x > max && max !== 0) x = max;
      return x satisfies number;
    }
    const list = [1, -5, 20].map((one) => clamp(one, 10));
    list.join();`;
  expect(valueWith(text, -1)).toBe('1,0,10');
});

test('each mutant is one change, whatever others stand inside of it', () => {
  expect(values('var r = 1 + 2 * 3; r;')).toMatchObject({
    original: 7,
    '1 + 2 * 3 → 1 - 2 * 3': -5,
    '2 * 3 → 2 / 3': 1 + 2 / 3,
    '1 → 1 + 1': 8,
    '3 → 3 + 1': 9,
  });
});

test('a statement in the arm of an if can be left out without its else joining another if', () => {
  expect(values('var r = 0; if (true) r = 1; else r = 2; r;')).toMatchObject({
    original: 1,
    'r = 1; → (left out)': 0,
    'true → false': 2,
  });
});

test('a chain without its question fails where the original is undefined', () => {
  const text = 'var a: { b?: { c(): number } } = {}; var r = a.b?.c(); r;';
  expect(valueWith(text, -1)).toBeUndefined();
  const { mutants } = instrument('x.ts', text, 100);
  const chain = mutants.findIndex(({ label }) => label === 'a.b?.c() → a.b.c()');
  expect(() => valueWith(text, 100 + chain)).toThrow(/undefined/);
});

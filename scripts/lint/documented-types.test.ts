import { Linter } from 'eslint';
import { expect, test } from 'vitest';
import tseslint from 'typescript-eslint';
import { documentedTypes } from './documented-types.mjs';

/** Returns the types that the rule reports in a source text, in their order. */
function undocumentedIn(text: string): readonly string[] {
  const rules = { 'house/documented-types': 'error' } as const;
  const plugins = { house: { rules: { 'documented-types': documentedTypes } } };
  const { parser } = tseslint;
  // ESLint accepts the parser of typescript-eslint, but the parser's own type differs from the one that ESLint declares.
  const languageOptions = { parser: parser as Linter.Parser };
  const found = new Linter().verify(
    text,
    [{ files: ['**/*.ts'], plugins, rules, languageOptions }],
    'a.ts',
  );
  return found.map(({ message }) => /"(\w+)"/.exec(message)?.[1] ?? message);
}

test('a type at the top level without a doc comment is reported, exported or not', () => {
  const text = [
    'interface One { a: 1 }',
    'export type Two = 2;',
    '// A line comment is no doc comment.',
    'class Three {}',
    'enum Four { A }',
    'export default class Five {}',
    '/** The number six. */',
    'export type Six = 6;',
    '/** A base class. */',
    'abstract class Seven {}',
  ];
  expect(undocumentedIn(text.join('\n'))).toEqual(['One', 'Two', 'Three', 'Four', 'Five']);
});

test('a type shares the comment of the schema with its name; a type inside a function needs none', () => {
  const text = [
    '/** A page of a website. */',
    'export const page = z.object({});',
    'export const other = z.object({});',
    'export type Page = z.output<typeof page>;',
    'export type Other = z.output<typeof other>;',
    'function f() { interface Inner { a: 1 } }',
  ];
  expect(undocumentedIn(text.join('\n'))).toEqual(['Other']);
});

test('a destructured value with a comment names nothing, and the types behind it are still checked', () => {
  const text = ['/** Two numbers. */', 'const { a, b } = two;', 'type Late = 1;'];
  expect(undocumentedIn(text.join('\n'))).toEqual(['Late']);
});

import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { findMutants } from './find-mutants.ts';

function labels(text: string): readonly string[] {
  const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true);
  return findMutants(source).map(({ label }) => label);
}

describe('the mutants of a source', () => {
  test.each([
    ['a < b;', ['a < b → a <= b', 'a < b → a >= b']],
    ['a === b && c;', ['a === b && c → a === b || c', 'a === b → a !== b']],
    ['i += 2;', ['i += 2 → i -= 2', '2 → 2 + 1']],
    ['!done;', ['!done → done']],
    ['x = -y;', ['-y → y']],
    ['f(true, /a/);', ['true → false', '/a/ → /(?!)/']],
    ['if (ok) go();', ['ok → true', 'ok → false', 'go(); → (left out)']],
    ['while (ok) continue;', ['ok → false', 'continue; → (left out)']],
    ['(x) => x;', ['x → undefined']],
    ['a?.b.c(d?.e);', ['a?.b.c(d?.e) → a.b.c(d?.e)', 'd?.e → d.e']],
    ['a?.[i]?.(b);', ['a?.[i]?.(b) → a?.[i](b)', 'a?.[i]?.(b) → a[i]?.(b)']],
  ])('%s', (text, found) => {
    const isStatement = /^[^(]*;$/.test(text) || text.startsWith('f(') || text.startsWith('a?');
    const own = text.startsWith('if') || text.startsWith('while') ? [] : [`${text} → (left out)`];
    expect(labels(text)).toEqual(isStatement || own.length > 0 ? [...own, ...found] : found);
  });

  test('a returned value is replaced, a value that is undefined or of two values is not', () => {
    expect(labels('function f() { return x; }')).toEqual(['x → undefined']);
    expect(labels('function f() { return undefined; }')).toEqual([]);
    expect(labels('function f() { return true; }')).toEqual(['true → false']);
    expect(labels('function f() { return; }')).toEqual(['return; → (left out)']);
  });

  test('types, joined texts, names of members and the default of an element have none', () => {
    expect(labels('type A = 1 | true; interface B { readonly c: -1 }')).toEqual([]);
    expect(labels("const a = 'x' + b;")).toEqual([]);
    expect(labels('const a = { 1: b };')).toEqual([]);
    expect(labels('const a = list[i] ?? 0;')).toEqual([]);
    expect(labels('const a = map.get(i) ?? 0;')).toEqual(['0 → 0 + 1']);
  });

  test('each names its line', () => {
    const source = ts.createSourceFile('x.ts', 'a;\n\nb < c;', ts.ScriptTarget.Latest, true);
    expect(findMutants(source).map(({ line }) => line)).toEqual([1, 3, 3, 3]);
  });
});

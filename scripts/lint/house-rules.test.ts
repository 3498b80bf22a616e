import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, test } from 'vitest';
import { house } from './house-rules.mjs';

function faultsOf(code: string): readonly string[] {
  const linter = new Linter({ configType: 'flat' });
  return linter
    .verify(
      code,
      {
        files: ['**/*.ts'],
        languageOptions: { parser: tseslint.parser },
        plugins: { house: { rules: { 'reasoned-casts': house.rules['reasoned-casts'] } } },
        rules: { 'house/reasoned-casts': 'error' },
      },
      'some.ts',
    )
    .map(({ message }) => message);
}

test.each([
  ['const a = b as unknown as C;', 1],
  ['// Elsewhere.\nrun();\nconst a = b as unknown as C;', 1],
  ['// A reason of the function.\nfunction f() {\n  run();\n  return b as unknown as C;\n}', 1],
  ['// The reason.\nconst a = b as unknown as C;', 0],
  ['// The reason.\nreturned = [\n  one,\n] as unknown as C;', 0],
  ['run(\n  // The reason.\n  b as unknown as C,\n);', 0],
  ['const a = b as C;', 0],
])('a cast through unknown needs its reason above: %j', (code, faults) => {
  expect(faultsOf(code)).toHaveLength(faults);
});

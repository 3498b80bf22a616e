import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

test('every listed survivor is in a line that its source still has', () => {
  const listed = JSON.parse(readFileSync(join(import.meta.dirname, 'survivors.json'), 'utf8')) as {
    readonly file: string;
    readonly line: string;
  }[];
  const missing = listed.filter(
    ({ file, line }) =>
      !readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .some((one) => one.trim() === line),
  );
  expect(missing).toEqual([]);
});

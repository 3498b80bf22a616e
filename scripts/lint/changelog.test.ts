import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Maximum length of an entry of the changelog, in characters, so that a reader can scan the file. */
const ENTRY_CHARS_MAX = 140;

test('every entry of the changelog is one line', () => {
  const text = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8');
  const lines = text.split('\n');
  expect(lines.filter((line) => line.startsWith('- ')).length).toBeGreaterThan(100);
  const refused = lines.filter(
    (line) => /^\s/.test(line) || (line.startsWith('- ') && line.length > ENTRY_CHARS_MAX),
  );
  expect(refused, 'one change per entry, in one line that names what a user notices').toEqual([]);
});

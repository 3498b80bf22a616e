import { ROOT } from '@bridge/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { genericMapping } from './generic.ts';

const GUIDE = readFileSync(join(ROOT, 'docs/guides/own-collection.md'), 'utf8');
const examples = [...GUIDE.matchAll(/```json mapping\n([^]*?)```/g)].map(([, text = '']) => text);

// Verifies: search.mappings.
test('the three examples of the guide are mappings', () => {
  expect(examples).toHaveLength(3);
  for (const text of examples)
    expect(genericMapping.safeParse(JSON.parse(text)).error).toBeUndefined();
});

import { ROOT } from '@bridge/testing';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Requirement } from './requirement.ts';
import { REQUIREMENTS } from './requirements.ts';

const SCENARIOS = join(import.meta.dirname, 'scenarios');
const all: readonly (readonly [string, Requirement])[] = Object.entries(REQUIREMENTS);

function verified(): ReadonlySet<string> {
  const texts = readdirSync(SCENARIOS).map((file) => readFileSync(join(SCENARIOS, file), 'utf8'));
  const calls = texts.flatMap((text) =>
    [...text.matchAll(/verifies\(\s*(\[[^\]]*\]|'[^']*')/g)].map((match) => match[1] ?? ''),
  );
  return new Set(
    calls.flatMap((call) => [...call.matchAll(/'([^']+)'/g)].map((match) => match[1] ?? '')),
  );
}

it('every sentence of the contract is proved by a scenario or by a test of its room, or says why it comes later', () => {
  const proved = verified();
  const gaps = all
    .filter(([id, one]) => one.later === undefined && one.by === undefined && !proved.has(id))
    .map(([id]) => id);
  expect(gaps).toEqual([]);
});

it('no scenario names a requirement that there is none of, or that is said to come later', () => {
  const known = new Map(all);
  const wrong = [...verified()].filter(
    (id) => known.get(id) === undefined || known.get(id)?.later !== undefined,
  );
  expect(wrong).toEqual([]);
});

it('a test of a room that is named as proof exists', () => {
  const missing = all.flatMap(([id, { by = [] }]) =>
    by
      .filter(([file, name]) => !readFileSync(join(ROOT, file), 'utf8').includes(name))
      .map(([file, name]) => `${id}: ${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

it('what comes later is counted', () => {
  const later = all.filter(([, one]) => one.later !== undefined);
  console.log(
    `${all.length} requirements, ${later.length} of them later:\n${later.map(([id, one]) => `  ${id}: ${one.later}`).join('\n')}`,
  );
  expect(later.length).toBeLessThan(all.length / 10);
});

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { computePatch } from './compute-patch.ts';
import { findText } from './find-text.ts';
import { unitsOf } from './units.ts';

/** Real pages and real edits, judged by an independent program; they are not part of the repository. */
const SHARED = resolve(
  import.meta.dirname,
  '../../../..',
  process.env.BRIDGE_TEST_SHARED ?? '../shared',
);
const HTML = join(SHARED, 'html');
const present = existsSync(join(HTML, 'patches.jsonl'));
const required = (process.env.BRIDGE_REQUIRE ?? '').split(',').includes('shared');
if (!present) console.log(`skipped: real pages are not at ${HTML} (BRIDGE_TEST_SHARED)`);

interface Case {
  readonly id: string;
  readonly patch?: string;
  readonly why: string;
  readonly ops: readonly { readonly old: string; readonly new: string }[];
  readonly after_sha256?: string;
  readonly after_bytes?: number;
  readonly expected?: 'no_match' | 'ambiguous';
  readonly occurrences_overlapping?: number;
}
function lines(name: string): Case[] {
  if (!present) return [];
  const text = readFileSync(join(HTML, name), 'utf8').trim();
  return text.split('\n').map((line) => JSON.parse(line) as Case);
}
function run({ id, ops }: Case) {
  const task = {
    source: readFileSync(join(HTML, 'pages', `${id}.html`)),
    ops: new TextEncoder().encode(JSON.stringify(ops)),
    charsMax: 5_242_880,
    detailsBytesMax: 6_656,
  };
  return computePatch(task, () => performance.now());
}

test.runIf(required)('the real pages are there, because this run requires them', () => {
  expect(present, HTML).toBe(true);
});

describe.runIf(present)('real pages', () => {
  test.each(lines('patches.jsonl'))(
    '$patch ($why) gives the bytes that another program gave',
    (edit) => {
      const result = run(edit);
      if (!result.ok) expect.fail(JSON.stringify(result.details));
      expect(createHash('sha256').update(result.text).digest('hex')).toBe(edit.after_sha256);
      expect(result.facts).toMatchObject({ bytes: edit.after_bytes, sha256: edit.after_sha256 });
      expect(result.changes).toHaveLength(edit.ops.length);
    },
  );

  test.each(lines('patches-bad.jsonl'))('$id is refused: $why', (bad) => {
    const result = run(bad);
    if (result.ok) expect.fail('the patch was applied');
    expect(result.code).toBe(`patch_${bad.expected}`);
    const source = unitsOf(readFileSync(join(HTML, 'pages', `${bad.id}.html`), 'utf8'));
    const places = findText(source, unitsOf(bad.ops[0]?.old ?? ''), Infinity);
    expect(places).toHaveLength(bad.occurrences_overlapping ?? -1);
  });
});

import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { computePatch } from './compute-patch.ts';
import { findText } from './find-text.ts';
import { unitsOf } from './units.ts';

/** Folder of real pages with edits whose results another program computed. It is not a part of the repository. */
const SHARED = resolve(
  import.meta.dirname,
  '../../../..',
  process.env.BRIDGE_TEST_SHARED ?? '../shared',
);
const HTML = join(SHARED, 'html');
const present = existsSync(join(HTML, 'patches.jsonl'));
const required = (process.env.BRIDGE_REQUIRE ?? '').split(',').includes('shared');
if (!present) console.log(`skipped: real pages are not at ${HTML} (BRIDGE_TEST_SHARED)`);

/** A recorded patch on a real page: its operations, and the expected text or refusal. */
interface RecordedPatch {
  readonly id: string;
  readonly patch?: string;
  readonly why: string;
  readonly ops: readonly { readonly old: string; readonly new: string }[];
  readonly after_sha256?: string;
  readonly after_bytes?: number;
  readonly expected?: 'no_match' | 'ambiguous';
  readonly occurrences_overlapping?: number;
}
function lines(name: string): RecordedPatch[] {
  if (!present) return [];
  const text = readFileSync(join(HTML, name), 'utf8').trim();
  return text.split('\n').map((line) => JSON.parse(line) as RecordedPatch);
}
/**
 * For each kind of difference, a change that agents make to a text between reading and sending it. The changed text does not
 * occur in the page.
 */
const BENDS: Readonly<Record<string, (old: string) => string>> = {
  line_endings: (old) =>
    old.includes('\r\n') ? old.replaceAll('\r\n', '\n') : old.replaceAll('\n', '\r\n'),
  unicode_composition: (old) =>
    old.normalize('NFD') === old ? old.normalize('NFC') : old.normalize('NFD'),
  lookalike_characters: (old) => old.replaceAll('"', '”').replaceAll("'", '’').replaceAll('-', '–'),
  whitespace: (old) => old.replaceAll(/(?<=\S)[ \t]+(?=\S)/g, '   '),
  letter_case: (old) => old.toUpperCase(),
  html_entity: (old) => old.replaceAll('"', '&quot;'),
};
function run({ id, ops }: Pick<RecordedPatch, 'id' | 'ops'>) {
  const task = {
    source: readFileSync(join(HTML, 'pages', `${id}.html`)),
    ops: new TextEncoder().encode(JSON.stringify(ops)),
    charsMax: 5_242_880,
    detailsBytesMax: 6_656,
  };
  // The clock always returns 0, because the time limit of a diagnosis is not tested here.
  return computePatch(task, () => 0);
}

test.runIf(required)('the real pages exist, because this run requires them', () => {
  expect(present, HTML).toBe(true);
});

describe.runIf(present)('real pages', () => {
  // Verifies: patch.literal.
  test.each(lines('patches.jsonl'))(
    '$patch ($why) gives the same bytes as another program',
    (edit) => {
      const result = run(edit);
      if (!result.ok) expect.fail(JSON.stringify(result.details));
      expect(hash('sha256', result.body.bytes)).toBe(edit.after_sha256);
      expect(result.body.bytes.byteLength).toBe(edit.after_bytes);
      expect(result.body.sha256).toBe(edit.after_sha256);
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
    const { suggested_old: suggested } = result.details;
    if (typeof suggested !== 'string') return;
    expect(findText(source, unitsOf(suggested), 2)).toHaveLength(1);
    expect(run({ id: bad.id, ops: [{ old: suggested, new: bad.ops[0]?.new ?? '' }] }).ok).toBe(
      true,
    );
  });

  const single = lines('patches.jsonl').filter(({ ops }) => ops.length === 1);
  test.each(Object.entries(BENDS))(
    'a real edit that is sent with other %s is answered with the stored text, or without a suggestion',
    (cause, bend) => {
      const told = single.flatMap(({ id, patch, ops: [op] }) => {
        const old = bend(op?.old ?? '');
        const html = readFileSync(join(HTML, 'pages', `${id}.html`), 'utf8');
        if (op === undefined || html.includes(old)) return [];
        const result = run({ id, ops: [{ old, new: op.new }] });
        if (result.ok) expect.fail(`${patch} was applied`);
        const { suggested_old: suggested } = result.details;
        return [[patch, result.details.cause, suggested ?? op.old]];
      });
      expect(told.length).toBeGreaterThan(0);
      const right = single.map(({ patch, ops: [op] }) => [patch, cause, op?.old]);
      for (const one of told) expect(right).toContainEqual(one);
    },
  );
});

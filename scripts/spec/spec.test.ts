import { parseSpecPage, readSpec } from '@bridge/testing';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findCited, findOutsideCitations, findStrayMarks, findVerified } from './citations.ts';
import { readRepository } from './repository-files.ts';

const SELF = 'scripts/spec/';
/** Documents that the product serves and that comments may cite, although they are not files of the repository. */
const SERVED = ['SKILL.md', 'agents.md'];
const spec = readSpec();
const files = readRepository('.ts', '.tsx', '.mjs').filter(({ path }) => !path.startsWith(SELF));
const verified = files.flatMap(({ path, text }) => findVerified(path, text));

describe('the requirements of docs/spec', () => {
  test('are each verified by a test, or say why they cannot be', () => {
    const ids = new Set(verified.map(({ id }) => id));
    const wrong = [...spec.values()].filter(
      (one) => ids.has(one.id) === (one.notVerified !== null),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test('are all that a test or a comment names', () => {
    const cited = files.flatMap(({ path, text }) => findCited(path, text));
    expect([...verified, ...cited].filter(({ id }) => !spec.has(id))).toEqual([]);
  });

  test('are named by marks that stand before a test', () => {
    expect(files.flatMap(({ path, text }) => findStrayMarks(path, text))).toEqual([]);
  });

  test('that no test verifies are few', () => {
    const open = [...spec.values()].filter(({ notVerified }) => notVerified !== null);
    console.log(
      `${spec.size} requirements, ${open.length} not verified:\n${open.map(({ id, notVerified }) => `  ${id}: ${notVerified}`).join('\n')}`,
    );
    expect(open.length).toBeLessThan(spec.size / 20);
  });
});

/** Names by which comments may cite documents, such as `backup.md` and `ADR 004`. */
const names = new Set([
  ...SERVED,
  ...readRepository('.md').flatMap(({ path }) => [
    basename(path),
    ...[...path.matchAll(/^docs\/adr\/(\d{3})-/g)].map(([, number]) => `ADR ${number}`),
  ]),
]);

test('no file cites a document that is not in the repository', () => {
  const all = [...files, ...readRepository('.md', '.sql', '.sh', '.yml', '.css', '.mts')];
  expect(all.flatMap(({ path, text }) => findOutsideCitations(path, text, names))).toEqual([]);
});

describe('a page of docs/spec', () => {
  test('gives ids, sentences and reasons', () => {
    const page = [
      '# Keys',
      '',
      '- **[keys.form]** A key is long.',
      '- **[keys.wallet]** A key has none.',
      '  - Not verified: there are no wallets.',
    ];
    expect(parseSpecPage('keys', page.join('\n'))).toEqual([
      { id: 'keys.form', sentence: 'A key is long.', notVerified: null },
      { id: 'keys.wallet', sentence: 'A key has none.', notVerified: 'there are no wallets.' },
    ]);
  });

  test.each([
    ['an item without an id', '- A key is long.'],
    ['an id of another page', '- **[worlds.form]** A key is long.'],
    ['a sentence without an end', '- **[keys.form]** A key is long'],
    ['a reason that belongs to no item', '  - Not verified: later.'],
  ])('is refused with %s', (_, line) => {
    expect(() => parseSpecPage('keys', line)).toThrow('docs/spec/keys.md:1');
  });
});

describe('a source file', () => {
  test('verifies by scenarios and by marks, and cites by comments', () => {
    const text = [
      "verifies(['a.b', 'c.d-e'], async () => {});",
      "verifiesOnce('f.g', async () => {});",
      '// Verifies: h.i, j.k.',
      "test('x', () => {});",
      '/** A limit. Spec: l.m, n.o. */',
    ].join('\n');
    const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
    expect(ids(findVerified('x.test.ts', text))).toEqual(['a.b', 'c.d-e', 'f.g', 'h.i', 'j.k']);
    expect(findCited('x.ts', text)).toEqual([
      { id: 'l.m', at: 'x.ts:5' },
      { id: 'n.o', at: 'x.ts:5' },
    ]);
    expect(findStrayMarks('x.test.ts', text)).toEqual([]);
  });

  test.each([
    ['before no test', 'x.test.ts', '// Verifies: a.b.\nconst x = 1;'],
    ['outside of a test file', 'x.ts', "// Verifies: a.b.\ntest('x', () => {});"],
    ['without its point', 'x.test.ts', "// Verifies: a.b\ntest('x', () => {});"],
    ['that cites nothing', 'x.ts', '/** A limit. Spec: */'],
  ])('with a mark %s is refused', (_, file, text) => {
    expect(findStrayMarks(file, text)).toEqual([`${file}:1`]);
  });

  test.each([
    '// Source: decisions.md section 4.',
    '/** A limit (safety design R-6.1). */',
    ' * work. Source: patch design, rule 9.',
    "test('G21 a bomb', () => {});",
    '// See nowhere.md.',
    '// Why: ADR 999.',
    '[why](docs/adr/999-nothing.md)',
  ])('that cites what is not in the repository is refused: %s', (line) => {
    expect(findOutsideCitations('x.ts', line, names)).toEqual([`x.ts:1: ${line.trim()}`]);
  });

  test.each(['// Spec: keys.form. ADR 004.', '// See backup.md.', "const file = 'other.md';"])(
    'may cite what is: %s',
    (line) => {
      expect(findOutsideCitations('x.ts', line, names)).toEqual([]);
    },
  );
});

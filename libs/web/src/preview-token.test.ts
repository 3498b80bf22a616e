import { isReservedWord, PREVIEW_LABEL, WORD_PATTERN } from '@bridge/contracts';
import { readSettings } from '@bridge/kernel';
import fc from 'fast-check';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePreviewTokens, openPreviewTokens } from './preview-token.ts';

const tokens = makePreviewTokens('s'.repeat(32));
const NOW = Date.UTC(2026, 10, 1);
const later = NOW / 1_000 + 900;
const facts = fc.record({
  of: fc.constantFrom('draft' as const, 'unsaved' as const),
  pageId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  revision: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  expiresS: fc.integer({ min: later, max: 2 ** 32 - 1 }),
  keyMark: fc.stringMatching(/^[0-9a-f]{12}$/),
});
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

// Verifies: drafts.preview-token.
test('a token says what was signed, and fits a host label that no World can have', () => {
  fc.assert(
    fc.property(facts, (signed) => {
      const token = tokens.sign(signed);
      expect(tokens.read(token, NOW)).toEqual(signed);
      expect(`d${token}`).toMatch(PREVIEW_LABEL);
      expect(`d${token}`.length).toBeLessThanOrEqual(63);
      expect(WORD_PATTERN.test(`d${token}`) && !isReservedWord(`d${token}`)).toBe(false);
    }),
  );
});

// Verifies: drafts.preview-token.
test('a token with any other letter at any place is not valid', () => {
  fc.assert(
    fc.property(facts, fc.nat({ max: 60 }), fc.constantFrom(...LETTERS), (signed, at, letter) => {
      const token = tokens.sign(signed);
      fc.pre(token[at] !== letter);
      expect(tokens.read(token.slice(0, at) + letter + token.slice(at + 1), NOW)).toBeNull();
    }),
    { numRuns: 2_000 },
  );
});

test('any other text is not valid', () => {
  const token = tokens.sign({
    of: 'draft',
    pageId: 1,
    revision: 1,
    expiresS: later,
    keyMark: '0'.repeat(12),
  });
  for (const text of ['', 'a', token.slice(1), `${token}a`, token.toUpperCase(), `${token}\n`])
    expect(tokens.read(text, NOW)).toBeNull();
  fc.assert(fc.property(fc.string(), (text) => tokens.read(text, NOW) === null));
});

test('a token ends at its second, and with another secret', () => {
  const signed = {
    of: 'draft',
    pageId: 7,
    revision: 3,
    expiresS: later,
    keyMark: 'abcdef012345',
  } as const;
  const token = tokens.sign(signed);
  expect(tokens.read(token, later * 1_000 - 1)).toEqual(signed);
  expect(tokens.read(token, later * 1_000)).toBeNull();
  expect(makePreviewTokens('t'.repeat(32)).read(token, NOW)).toBeNull();
});

test('processes of the all-in-one share a secret that is made once; a split one without the setting has none', async () => {
  const data = mkdtempSync(join(tmpdir(), 'bridge-preview-'));
  try {
    const settings = readSettings({ BRIDGE_DATA: join(data, 'new') });
    const opened = await Promise.all(
      Array.from({ length: 8 }, () => openPreviewTokens('all-in-one', settings)),
    );
    const signed = {
      of: 'draft',
      pageId: 7,
      revision: 3,
      expiresS: later,
      keyMark: 'abcdef012345',
    } as const;
    const token = opened[0]?.sign(signed) ?? '';
    for (const one of opened) expect(one?.read(token, NOW)).toEqual(signed);
    const file = join(data, 'new', 'preview-secret');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8').trim()).toHaveLength(43);
    expect(await openPreviewTokens('service', settings)).toBeNull();
    const given = readSettings({ BRIDGE_PREVIEW_SECRET: 's'.repeat(32) });
    expect((await openPreviewTokens('service', given))?.read(tokens.sign(signed), NOW)).toEqual(
      signed,
    );
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

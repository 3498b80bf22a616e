import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  BUILDER,
  accountId,
  bodyRef,
  DEFAULT_HTML,
  idempotencyKey,
  keyId,
  LIMITS,
  pageId,
  title,
  word,
} from './index.ts';
import { rawHtml } from './common.ts';

const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

describe('a World’s word', () => {
  test.each(['a', 'moonlit-press', 'a1', 'a--b', `a${'b'.repeat(40)}`, 'constructor'])(
    'may be %j',
    (text) => expect(accepts(word, text)).toBe(true),
  );
  test.each(['', 'A', '1a', '-a', 'a-', 'a b', 'a\n', 'a_b', 'ä', 'a.b', `a${'b'.repeat(41)}`, 7])(
    'may not be %j',
    (text) => expect(accepts(word, text)).toBe(false),
  );
});

describe('an idempotency key', () => {
  test.each([
    ['k'.repeat(7), false],
    ['k'.repeat(8), true],
    ['k'.repeat(128), true],
    ['k'.repeat(129), false],
    ['A-z_0.9:x', true],
    ['with space', false],
    ['newline8\n', false],
    ['schlüssel', false],
  ])('%j: %s', (text, good) => expect(accepts(idempotencyKey, text)).toBe(good));
});

describe('a title', () => {
  test.each([
    ['', false],
    ['x', true],
    ['x'.repeat(120), true],
    ['x'.repeat(121), false],
    ['🦊'.repeat(120), true],
    ['🦊'.repeat(121), false],
    ['../../x', true],
    ['right\u202eleft', true],
    ['a\u0000b', false],
    ['a\nb', false],
    ['a\u007fb', false],
    ['a\u0085b', false],
    ['\u00a0', false],
    ['  \u3000\ufeff', false],
    [' x ', true],
  ])('%j: %s', (text, good) => expect(accepts(title, text)).toBe(good));

  test('that is too long is refused by its length alone: its pattern is never matched', () => {
    const { error } = title.safeParse(`${'x'.repeat(LIMITS.titleCharsMax)}\u0001`);
    expect(error?.issues.map(({ code }) => code)).toEqual(['too_big']);
  });
});

describe('raw_html', () => {
  test('is counted in code points: a full page of emoji is accepted, one more is not', () => {
    const full = '🦊'.repeat(LIMITS.rawHtmlCharsMax);
    expect(accepts(rawHtml, full)).toBe(true);
    expect(accepts(rawHtml, `${full}x`)).toBe(false);
  });

  test('may be empty or hold anything, and is the default page when it is left out', () => {
    for (const text of ['', '\u0000', '\ufeff\r\n\u2028', '</script>'])
      expect(accepts(rawHtml, text)).toBe(true);
    const parsed = BUILDER.create.input.parse({
      title: 'x',
      word: 'x',
      idempotency_key: 'k'.repeat(8),
    });
    expect(parsed.raw_html).toBe(DEFAULT_HTML);
    expect(DEFAULT_HTML).toMatch(/<meta charset="utf-8">.*<h1>New website<\/h1>/);
  });
});

describe('ids', () => {
  test('are strict about type, sign, size and form', () => {
    for (const good of [1, 42, Number.MAX_SAFE_INTEGER]) expect(accepts(pageId, good)).toBe(true);
    for (const bad of [0, -1, 1.5, 2 ** 53, '1', null, NaN])
      expect(accepts(pageId, bad)).toBe(false);
    const rest = '0123456789abcdefghjkmnpqrs';
    expect(accepts(accountId, `acc_${rest}`)).toBe(true);
    expect(accepts(keyId, `key_${rest}`)).toBe(true);
    for (const bad of [`key_${rest}`, `acc_${rest}x`, `acc_${rest.toUpperCase()}`, `acc_${rest}\n`])
      expect(accepts(accountId, bad)).toBe(false);
  });
});

describe('a body reference', () => {
  const facts = { bytes: 2, chars: 2, sha256: 'f'.repeat(64), newline: 'none' };

  test('holds its bytes or names an object, never both, and no name that leaves the store', () => {
    expect(accepts(bodyRef, { ...facts, inline: 'aGk=' })).toBe(true);
    expect(accepts(bodyRef, { ...facts, object: 'body/00ff' })).toBe(true);
    expect(accepts(bodyRef, { ...facts, inline: 'aGk=', object: 'body/00ff' })).toBe(false);
    expect(accepts(bodyRef, facts)).toBe(false);
    for (const object of ['../body', 'body/../x', '/body/x', 'body', 'body/', 'body/a b', 'BODY/x'])
      expect(accepts(bodyRef, { ...facts, object }), object).toBe(false);
    expect(accepts(bodyRef, { ...facts, inline: 'not base64!' })).toBe(false);
  });

  test('fits a message: the largest answer of builder.get stays below its limit', () => {
    const inline = (bytes: number) => Buffer.alloc(bytes).toString('base64');
    const website = 'x'.repeat(8 * 1024);
    const reply = {
      website,
      raw_html: { ...facts, inline: inline(LIMITS.inlineBodyBytesMax) },
      layers: { ...facts, inline: inline(LIMITS.inlineLayersBytesMax) },
    };
    expect(accepts(BUILDER.get.wireOutput.shape.raw_html, reply.raw_html)).toBe(true);
    expect(JSON.stringify(reply).length).toBeLessThan(LIMITS.busMessageBytesMax);
    const over = { ...facts, inline: inline(LIMITS.inlineBodyBytesMax + 3) };
    expect(accepts(bodyRef, over)).toBe(false);
  });
});

test('the limits are those of the contract', () => {
  expect(LIMITS).toMatchObject({
    titleCharsMax: 120,
    wordCharsMax: 41,
    rawHtmlCharsMax: 5_242_880,
    idempotencyKeyCharsMin: 8,
    idempotencyKeyCharsMax: 128,
    patchOpsMax: 50,
    listLimitMax: 100,
    listLimitDefault: 30,
    searchQueryCharsMax: 300,
    searchLimitMax: 50,
    searchLimitDefault: 12,
    callBodyBytesMax: 67_108_864,
    smallBodyBytesMax: 65_536,
    jsonDepthMax: 32,
    jsonTokensMax: 10_000,
    inlineBodyBytesMax: 262_144,
    busMessageBytesMax: 524_288,
    worldsPerAccountMax: 1_000,
    websitesPerAccountMax: 100_000,
    keysActiveMax: 50,
    storedBytesPerAccountMax: 21_474_836_480,
    idempotencyKeptDays: 30,
    twinWaitMs: 10_000,
    revisionBodiesKept: 100,
    layersMax: 200,
    layersBytesMax: 1_048_576,
    keyDaysDefault: 90,
    keyDaysMax: 365,
  });
});

test.each([
  ['a word', word, 'Moon Lit', 'must begin with a-z, have only a-z, 0-9 and -, and not end with -'],
  ['an idempotency key', idempotencyKey, 'k 1', 'must be 8 to 128 of A-Z a-z 0-9 . _ : -'],
])('the rule of %s is said in words, not as a pattern', (_what, schema, text, rule) => {
  expect(schema.safeParse(text).error?.issues).toMatchObject([{ message: rule }]);
});

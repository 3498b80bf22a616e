import { describe, expect, test } from 'vitest';
import { bytes, outcome } from './parse-json.fixture.ts';
import { parseJson } from './parse-json.ts';

describe('what is JSON', () => {
  test('may hold any blanks, escapes and quotes inside strings', () => {
    for (const text of [
      '"\\\\"',
      '"\\\\\\""',
      '["\\"","\\\\",""]',
      `"${'\\"'.repeat(500)}"`,
      ' {"a" : "}" }\n',
    ])
      expect(parseJson(bytes(text))).toEqual(JSON.parse(text));
  });
});

describe('refused before it is parsed', () => {
  test.each([
    ['deeper than 32 levels', '['.repeat(33) + ']'.repeat(33), 'json_too_complex'],
    ['a name twice', '{"a":1,"b":{"a":2},"a":3}', 'invalid_json'],
    ['a name twice, once escaped', '{"a":1,"\\u0061":3}', 'invalid_json'],
    ['__proto__', '{"x":[{"__proto__":{}}]}', 'invalid_input'],
    ['__proto__, escaped', '{"\\u005f_proto__":1}', 'invalid_input'],
    ['a byte order mark', '\ufeff{}', 'invalid_json'],
    ['nothing', '', 'invalid_json'],
    ['a string without an end', '["a', 'invalid_json'],
    ['a name with a wrong escape', '{"\\x":1,"b":{"__proto__":1}}', 'invalid_json'],
    ['a literal that is none', '[nul]', 'invalid_json'],
    ['half a surrogate pair', '{"a":"\\ud800"}', 'invalid_unicode'],
    ['half a surrogate pair in a name', '{"\\udc00":1}', 'invalid_unicode'],
    ['two values', '{}{}', 'invalid_json'],
  ])('%s', (_, text, code) => {
    expect(outcome(bytes(text))).toBe(code);
  });

  test('bytes that are not UTF-8, wherever they stand', () => {
    for (const bad of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]]) {
      const body = Buffer.concat([bytes('{"a":"'), Buffer.from(bad), bytes('"}')]);
      expect(outcome(body)).toBe('invalid_unicode');
    }
  });

  test('but 32 levels and 10,000 values and names are fine', () => {
    expect(outcome(bytes('['.repeat(32) + ']'.repeat(32)))).toBe('ok');
    expect(outcome(bytes(`[${'0,'.repeat(9_998)}0]`))).toBe('ok');
    expect(outcome(bytes(`[${'0,'.repeat(9_999)}0]`))).toBe('json_too_complex');
  });

  test.each([
    ['', 'it is empty'],
    ['\ufeff{}', 'it begins with a byte order mark'],
    ['{', 'it does not parse'],
  ])('%j is refused with its own reason', (text, reason) => {
    expect(() => parseJson(bytes(text))).toThrow(
      expect.objectContaining({ code: 'invalid_json', details: { reason } }),
    );
  });

  test('an exceeded limit is named with its maximum', () => {
    for (const [text, limit, max] of [
      ['['.repeat(33), 'the nesting depth', 32],
      ['[' + '0,'.repeat(10_000), 'the number of values and names', 10_000],
    ] as const)
      expect(() => parseJson(bytes(text))).toThrow(
        expect.objectContaining({ details: { limit, max } }),
      );
  });

  test('the path of a forbidden name and of ill-formed text is reported', () => {
    expect(() => parseJson(bytes('{"x":[0,{"__proto__":{}}]}'))).toThrow(
      expect.objectContaining({
        details: { issues: [expect.objectContaining({ path: 'x[1].__proto__' })] },
      }),
    );
    expect(() => parseJson(bytes('{"x":[{"y":"\\ud800"}]}'))).toThrow(
      expect.objectContaining({ details: { field: 'x[0].y' } }),
    );
    expect(() => parseJson(bytes('{"x":["fine",{"y":"\\ud800"}]}'))).toThrow(
      expect.objectContaining({ details: { field: 'x[1].y' } }),
    );
    expect(() => parseJson(bytes('"\\ud800"'))).toThrow(
      expect.objectContaining({ details: { field: 'The body' } }),
    );
    expect(() => parseJson(bytes('{"x":{"a":1,"a":2}}'))).toThrow(
      expect.objectContaining({ details: { reason: 'the member name "a" is repeated' } }),
    );
  });
});

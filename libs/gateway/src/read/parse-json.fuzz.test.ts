import { fuzz } from '@bridge/testing/fuzz';
import fc from 'fast-check';
import { expect } from 'vitest';
import { bytes, outcome } from './parse-json.fixture.ts';
import { parseJson } from './parse-json.ts';

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

fuzz('json-read', 'what is JSON is read as JSON.parse reads it', () =>
  fc.property(fc.json({ maxDepth: 6, stringUnit: 'binary' }), (text) => {
    fc.pre(!text.includes('__proto__') && text.isWellFormed());
    const found = outcome(bytes(text));
    if (found === 'ok') expect(parseJson(bytes(text))).toEqual(JSON.parse(text));
    // Well-formed text may contain an escaped lone surrogate, such as `\ud800`, which the parser refuses.
    else expect(found).toBe('invalid_unicode');
  }),
);

const noise = fc.string({
  unit: fc.constantFrom(...'{}[]",:\\ \n0123.e-truefalsn'.split(''), '\u0000', 'é'),
  maxLength: 24,
});
// Verifies: safety.json-bomb.
fuzz('json-scan', 'what is JSON is told from what is not, byte for byte as JSON.parse does', () =>
  fc.property(noise, (text) => {
    const found = outcome(bytes(text));
    if (parses(text)) expect(['ok', 'invalid_json']).toContain(found);
    else expect(found).not.toBe('ok');
    // The only valid JSON that the parser refuses contains a repeated name.
    if (parses(text) && found === 'invalid_json') expect(text).toContain('{');
  }),
);

fuzz('json-bytes', 'any bytes are read or refused by a code, and what is read is valid UTF-8', () =>
  fc.property(fc.uint8Array({ maxLength: 200 }), (any) => {
    const found = outcome(Buffer.from(any));
    expect([
      'ok',
      'invalid_json',
      'invalid_unicode',
      'invalid_input',
      'json_too_complex',
    ]).toContain(found);
    if (found === 'ok') new TextDecoder('utf-8', { fatal: true }).decode(any);
  }),
);

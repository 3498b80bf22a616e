import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AGENT_KEY_SEARCH, hashAgentKey, isAgentKey, makeAgentKey } from './agent-key.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('an agent key', () => {
  // Verifies: keys.form.
  test('is ak_, 43 random characters and 6 of checksum', () => {
    for (let i = 0; i < 200; i += 1) {
      const key = makeAgentKey();
      expect(key).toMatch(/^ak_[0-9A-Za-z]{49}$/);
      expect(isAgentKey(key)).toBe(true);
    }
  });

  test('is never made twice, and uses the whole alphabet', () => {
    const keys = Array.from({ length: 1_000 }, () => makeAgentKey());
    expect(new Set(keys).size).toBe(keys.length);
    const used = new Set(keys.flatMap((key) => [...key.slice(3, 46)]));
    expect([...used].sort().join('')).toBe([...BASE62].sort().join(''));
  });

  test('has the checksum of the contract: CRC32 over "agent-bridge:" and what stands before', () => {
    // The CRC32 of this text was computed by an independent program.
    const body = `ak_${'0'.repeat(43)}`;
    const crc = 159_908_261;
    let rest = crc;
    let checksum = '';
    for (let i = 0; i < 6; i += 1) {
      checksum = BASE62.charAt(rest % 62) + checksum;
      rest = Math.floor(rest / 62);
    }
    expect(isAgentKey(body + checksum)).toBe(true);
  });

  test('cut off, longer, in other letters or anything else is not one', () => {
    const key = makeAgentKey();
    for (const other of [key.slice(0, -1), `${key}0`, `${key}\n`, ` ${key}`, key.toUpperCase(), ''])
      expect(isAgentKey(other)).toBe(false);
  });

  test('is found inside a text, also where other letters touch it', () => {
    const [one, two] = [makeAgentKey(), makeAgentKey()];
    const html = `<script>const k="${one}"</script><!-- ${two}x --><p>my_${two}</p>`;
    expect(html.match(AGENT_KEY_SEARCH)).toEqual([one, two, two]);
  });

  // Verifies: keys.stored-as-hash.
  test('is stored as its SHA-256', () => {
    const key = makeAgentKey();
    expect(hashAgentKey(key)).toEqual(hash('sha256', key, 'buffer'));
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeUtf8, escapeJson } from './json-chunks.ts';

async function* cut(bytes: Buffer, at: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (const to of [...at, bytes.length]
    .map((n) => Math.min(n, bytes.length))
    .sort((a, b) => a - b)) {
    yield bytes.subarray(from, to);
    from = to;
  }
}
async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

test('a text streamed in any pieces is the JSON string of the whole, byte order mark and NUL included', async () => {
  const texts = fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => text.isWellFormed());
  await fc.assert(
    fc.asyncProperty(texts, fc.array(fc.nat(200), { maxLength: 8 }), async (text, places) => {
      const whole = `\ufeff${text}\u0000"\\😀`;
      const pieces = escapeJson(decodeUtf8(cut(Buffer.from(whole, 'utf8'), places)));
      expect(`"${await joined(pieces)}"`).toBe(JSON.stringify(whole));
    }),
    { numRuns: 50 },
  );
});

test('bytes that are not UTF-8 end the stream with an error', async () => {
  await expect(joined(decodeUtf8(cut(Buffer.from([0x61, 0xff]), [1])))).rejects.toThrow(TypeError);
});

import { hash } from 'node:crypto';
import { BridgeError } from '@bridge/kernel';
import { wireProblems } from '@bridge/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CompletedCall } from '../dispatch.ts';
import { TEXT_BYTES_MAX } from './call-result.ts';
import { ask, done, toolCall } from './ask.fixture.ts';
import { frameChunks } from './frame-chunks.ts';

const WEBSITE = { page_id: 42, draft_revision: 7 };
const get = toolCall('builder_get', { page_id: 42 });

function textOf(json: unknown): string {
  return (json as { result: { content: { text: string }[] } }).result.content[0]?.text ?? '';
}

/**
 * Makes a successful result whose JSON is streamed in pieces of `pieceChars` characters; a piece may end inside a JSON escape.
 */
function streamed(value: { raw_html: string }, pieceChars: number): CompletedCall {
  const json = JSON.stringify(value);
  return {
    action: 'builder.get',
    replayed: false,
    result: {
      json: null,
      outline: { ...value, raw_html: { bytes: 1, chars: 1, sha256: 'ab' } },
      chunks: async function* () {
        for (let at = 0; at < json.length; at += pieceChars) yield json.slice(at, at + pieceChars);
      },
    },
  };
}

describe('a large result', () => {
  const html = `<p>"\\ \u2028 🌙 ${'é"\n'.repeat(120_000)}</p>`;
  const page = { website: WEBSITE, raw_html: html };

  it.each(['2025-06-18', '2025-11-25'] as const)(
    'is complete in structuredContent at %s, with a short summary with its revision and hash as text',
    async (version) => {
      const { json } = await ask(get, { version, answer: () => done('builder.get', page) });
      expect(wireProblems(version, 'tools/call', json)).toEqual([]);
      expect(json).toMatchObject({ result: { structuredContent: page } });
      const text = textOf(json);
      expect(text.length).toBeLessThan(4_096);
      expect(JSON.parse(text)).toMatchObject({
        website: WEBSITE,
        raw_html: {
          bytes: Buffer.byteLength(html),
          chars: [...html].length,
          sha256: hash('sha256', html),
        },
      });
    },
  );

  it('is complete in the text at 2025-03-26', async () => {
    const { json } = await ask(get, { answer: () => done('builder.get', page) });
    expect(wireProblems('2025-03-26', 'tools/call', json)).toEqual([]);
    expect(JSON.parse(textOf(json))).toEqual(page);
  });

  it('is counted in bytes: the last one that fits has the whole text beside it', async () => {
    const room = TEXT_BYTES_MAX - JSON.stringify({ raw_html: '' }).length;
    const fits = { raw_html: 'e'.repeat(room % 2) + 'é'.repeat(Math.floor(room / 2)) };
    const over = { raw_html: `${fits.raw_html}e` };
    const options = { version: '2025-11-25' };
    const small = await ask(get, { ...options, answer: () => done('builder.get', fits) });
    const large = await ask(get, { ...options, answer: () => done('builder.get', over) });
    expect(JSON.parse(textOf(small.json))).toEqual(fits);
    expect(JSON.parse(textOf(large.json))).toHaveProperty('summary');
    expect(large.json).toMatchObject({ result: { structuredContent: over } });
  });

  it('summarises a long list by its length', async () => {
    const result = { references: Array.from({ length: 5_000 }, () => ({ title: 'x'.repeat(60) })) };
    const { json } = await ask(get, {
      version: '2025-11-25',
      answer: () => done('surf.search', result),
    });
    expect(JSON.parse(textOf(json))).toMatchObject({ references: { items: 5_000 } });
  });

  it.each(['2025-03-26', '2025-11-25'] as const)(
    'is the same at %s for every division into chunks',
    async (version) => {
      const text = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.constantFrom('"\\"', '\u0000', '🌙🌙', '\u2028', '</script>'),
      );
      await fc.assert(
        fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (raw, pieceChars) => {
          const value = { website: WEBSITE, raw_html: raw };
          const { json } = await ask(get, { version, answer: () => streamed(value, pieceChars) });
          expect(wireProblems(version, 'tools/call', json)).toEqual([]);
          if (version === '2025-03-26') expect(JSON.parse(textOf(json))).toEqual(value);
          else {
            expect(json).toMatchObject({ result: { structuredContent: value } });
            expect(JSON.parse(textOf(json))).toMatchObject({ raw_html: { sha256: 'ab' } });
          }
        }),
      );
    },
  );

  it('that cannot be read is still a refusal the model reads, when its first piece fails', async () => {
    const { status, json } = await ask(get, {
      answer: () => ({
        action: 'builder.get',
        replayed: false,
        result: {
          json: null,
          outline: {},
          chunks: async function* () {
            throw new BridgeError('service_unavailable', { part: 'blob store' });
          },
        },
      }),
    });
    expect(status).toBe(200);
    expect(JSON.parse(textOf(json))).toMatchObject({ code: 'service_unavailable' });
  });

  it('that breaks after its first piece breaks the answer instead of ending it well', async () => {
    const failing = ask(get, {
      answer: () => ({
        action: 'builder.get',
        replayed: false,
        result: {
          json: null,
          outline: {},
          chunks: async function* () {
            yield '{"raw_html":"';
            throw new BridgeError('internal', {});
          },
        },
      }),
    });
    await expect(failing).rejects.toThrow('internal');
  });
});

describe('frameChunks pieces', () => {
  it('close their source even when they are not read', async () => {
    let closed = false;
    const source = {
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false as const, value: 'x' }),
        return: async () => {
          closed = true;
          return { done: true as const, value: undefined };
        },
      }),
    };
    const pieces = await frameChunks('[', source, ']');
    await pieces[Symbol.asyncIterator]().return?.();
    expect(closed).toBe(true);
  });

  it('are head and tail alone when the source is empty', async () => {
    const none: AsyncIterable<string> = (async function* () {})();
    let text = '';
    for await (const piece of await frameChunks('[', none, ']')) text += piece;
    expect(text).toBe('[]');
  });
});

import { LIMITS, PUBLIC_PATHS } from '@bridge/contracts';
import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { send } from '../mcp/post.ts';
import { done, product, refused, stage, unique } from '../stage.ts';
import { actHead, raw } from './raw.ts';
import { standing } from './standing.ts';

const one = await stage();
const MAX = LIMITS.rawHtmlCharsMax;
const SIZES_MS_MAX = 180_000;
standing(() => one.on('act')('worlds.list', {}));

/** Sends a create whose `raw_html` repeats `piece`, which is JSON text with its escapes. */
async function create(piece: string, times: number): Promise<readonly [number, string, string]> {
  const key = unique('g23');
  const body = `{"action":"builder.create","payload":{"word":"${one.word}","title":"G23","idempotency_key":"${key}","raw_html":"${piece.repeat(times)}"}}`;
  const { status, text } = await send(product().baseUrl, one.secret, Buffer.from(body), {
    path: PUBLIC_PATHS.act,
  });
  const reply = JSON.parse(text) as {
    readonly result?: {
      readonly website: { readonly page_id: number; readonly raw_sha256: string };
    };
    readonly error?: { readonly code: string; readonly details: unknown };
  };
  const { result, error } = reply;
  return [
    status,
    result === undefined
      ? `${error?.code} ${JSON.stringify(error?.details)}`
      : String(result.website.page_id),
    result?.website.raw_sha256 ?? '',
  ];
}

describe('a page of exactly as many characters as may be', { timeout: SIZES_MS_MAX }, () => {
  const forms: readonly (readonly [string, string, string])[] = [
    ['ASCII', 'a', 'a'],
    ['emoji', '🌍', '🌍'],
    ['escaped emoji', '\\ud83c\\udf0d', '🌍'],
    ['escaped controls', '\\u0001', '\u0001'],
  ];
  // Verifies: limits.exact-sizes.
  it.each(forms)('of %s is stored exactly, and one more is refused', async (_, piece, char) => {
    const sha256 = hash('sha256', char.repeat(MAX));
    const [status, id, told] = await create(piece, MAX);
    expect([status, told]).toEqual([200, sha256]);
    const stored = await fetch(`${product().baseUrl}${PUBLIC_PATHS.bridge}/pages/${id}/raw`, {
      headers: { authorization: `Bearer ${one.secret}` },
    });
    const bytes = new Uint8Array(await stored.arrayBuffer());
    expect(hash('sha256', bytes)).toBe(sha256);
    const [tooMany, problem] = await create(piece, MAX + 1);
    expect([tooMany, problem]).toEqual([400, expect.stringMatching(/^invalid_input .*"raw_html"/)]);
  });
});

// Verifies: limits.body.
it('a body of 65 MiB is refused by its length, before a byte of it is read', async () => {
  const { status, code } = await raw(
    actHead(
      `Authorization: Bearer ${one.secret}`,
      'Content-Type: application/json',
      `Content-Length: ${65 * 1024 * 1024}`,
    ),
  );
  expect([status, code]).toEqual([413, 'payload_too_large']);
});

it('a chunked body without a declared length is refused at the limit', async () => {
  const chunk = `100000\r\n${' '.repeat(1_048_576)}\r\n`;
  const { status, code } = await raw(
    actHead(
      `Authorization: Bearer ${one.secret}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    ),
    chunk.repeat(65),
  );
  expect([status, code]).toEqual([413, 'payload_too_large']);
});

it('routes of the owner take 64 KiB and no more', async () => {
  const reply = await one.owner.send('POST', PUBLIC_PATHS.keys, { name: 'x'.repeat(66_000) });
  expect(reply.status).toBe(413);
});

it('a title of 120 characters is counted in characters, one more is refused', async () => {
  const call = one.on('act');
  const titled = (title: string) =>
    call('builder.create', { title, word: one.word, idempotency_key: unique('g23') });
  done(await titled('🌍'.repeat(LIMITS.titleCharsMax)));
  refused(await titled('🌍'.repeat(LIMITS.titleCharsMax + 1)), 'invalid_input');
});

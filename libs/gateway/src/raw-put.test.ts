import { LIMITS } from '@bridge/contracts';
import {
  answerOf,
  startGateway,
  type TestHttpResponse,
  type GatewayTestRig,
} from '@bridge/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let rig: GatewayTestRig;
let key: string;
let pageId: number;
beforeAll(async () => {
  rig = await startGateway();
  key = await rig.key();
  await rig.world(key, 'rawput');
});
afterAll(() => rig.stop());

let made = 0;
const unique = (): string => `raw-put-${(made += 1)}`;
const act = (action: string, payload: object): Promise<TestHttpResponse> =>
  rig.act(key, { action, payload });
const page = (html = '<p>one</p>'): Promise<number> => rig.draft(key, html, 'rawput');

/** A PUT request that replaces the bytes of a draft; absent members have the defaults of these tests. */
interface RawDraftPutRequest {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly revision?: number;
  readonly page?: number | string;
  /** Headers that replace the defaults; an empty value omits the header. */
  readonly head?: Readonly<Record<string, string>>;
}
async function put({
  body,
  revision = 1,
  page: id = pageId,
  head = {},
}: RawDraftPutRequest): Promise<TestHttpResponse> {
  const all = {
    authorization: `Bearer ${key}`,
    'content-type': 'text/html; charset=utf-8',
    'if-match': `"r${revision}"`,
    'idempotency-key': unique(),
    ...head,
  };
  const headers = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  const url = `${rig.base}/api/agent-bridge/pages/${id}/raw`;
  return answerOf(await fetch(url, { method: 'PUT', headers, body }));
}
const raw = async (id: number): Promise<Buffer> => {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${rig.base}/api/agent-bridge/pages/${id}/raw`, { headers });
  return Buffer.from(await response.arrayBuffer());
};
const refusal = (status: number, code: string) => ({
  status,
  json: { ok: false, error: { code, status, outcome: 'not_applied' } },
});

describe('PUT of a whole draft', () => {
  beforeAll(async () => {
    pageId = await page();
  });

  test('stores the exact bytes and answers the envelope of builder.patch', async () => {
    const id = await page();
    const html = '\ufeff<p>\r\na\u0000\u2028🌍</p>';
    const answer = await put({ page: id, body: html });
    expect(answer).toMatchObject({
      status: 200,
      json: {
        ok: true,
        action: 'builder.patch',
        result: {
          applied: 1,
          previous_revision: 1,
          changes: [{ op_index: 0, line: 1, removed: 10 }],
          website: { page_id: id, draft_revision: 2 },
        },
        request_id: expect.stringMatching(/^req_/),
      },
    });
    expect((await raw(id)).equals(Buffer.from(html))).toBe(true);
  });

  test('without If-Match is 428 before any other error of the input', async () => {
    const head = { 'if-match': '', 'idempotency-key': 'short' };
    expect(await put({ body: '', head })).toMatchObject({
      ...refusal(428, 'precondition_required'),
      json: { error: { code: 'precondition_required', details: { header: 'If-Match' } } },
    });
  });

  test.each(['r1', '"1"', '"r0"', '"r1", "r2"', 'W/"r1"', '*', '"r99999999999999999"'])(
    'with If-Match %s is 400 invalid_input',
    async (ifMatch) => {
      expect(await put({ body: 'x', head: { 'if-match': ifMatch } })).toMatchObject({
        ...refusal(400, 'invalid_input'),
        json: {
          error: {
            message: 'If-Match: must be the draft_revision after r, in quotes: "r7".',
            hint: expect.stringContaining('Idempotency-Key') as string,
            details: { issues: [{ path: 'If-Match' }] },
          },
        },
      });
    },
  );

  test('on a stale revision is 409 with the current one', async () => {
    expect(await put({ body: 'x', revision: 7 })).toMatchObject({
      status: 409,
      json: { error: { code: 'revision_conflict', details: { current_revision: 1 } } },
    });
  });

  test('of no bytes is invalid_input, of the same bytes patch_no_change, of another form 415', async () => {
    expect(await put({ body: '' })).toMatchObject({
      ...refusal(400, 'invalid_input'),
      json: { error: { details: { issues: [{ path: 'raw_html' }] } } },
    });
    expect(await put({ body: '<p>one</p>' })).toMatchObject(refusal(422, 'patch_no_change'));
    for (const type of ['application/json', 'text/plain', 'text/html; charset=latin1', ''])
      expect(await put({ body: Buffer.from('x'), head: { 'content-type': type } })).toMatchObject(
        refusal(415, 'unsupported_media_type'),
      );
    const encoded = { 'content-encoding': 'gzip' };
    expect(await put({ body: 'x', head: encoded })).toMatchObject({ status: 415 });
  });

  test.each([[Uint8Array.of(0xff)], [Uint8Array.of(0xed, 0xa0, 0x80)]])(
    'of bytes that are not UTF-8 is invalid_unicode (%j)',
    async (body) => {
      expect(await put({ body })).toMatchObject(refusal(400, 'invalid_unicode'));
      const large = new Uint8Array(LIMITS.largeBodyBytesMin).fill(0x61);
      expect(await put({ body: new Uint8Array([...large, ...body]) })).toMatchObject(
        refusal(400, 'invalid_unicode'),
      );
    },
  );

  test('into a missing website, or under a path that names none, is refused as such', async () => {
    expect(await put({ body: 'x', page: 999_999 })).toMatchObject(refusal(404, 'page_not_found'));
    for (const id of ['0', '-1', '01', 'x'])
      expect(await put({ body: 'x', page: id })).toMatchObject({
        ...refusal(400, 'invalid_input'),
        json: { error: { details: { issues: [{ path: 'page_id' }] } } },
      });
  });

  test('over 64 MiB is 413 before it is read, over 5,242,880 characters html_too_large', async () => {
    const head = `PUT /api/agent-bridge/pages/${pageId}/raw HTTP/1.1\r\nHost: ${new URL(rig.base).host}\r\nContent-Type: text/html\r\nContent-Length: ${LIMITS.callBodyBytesMax + 1}\r\nConnection: close\r\n\r\n`;
    expect(await rig.raw(head)).toMatch(/^HTTP\/1\.1 413 /);
    expect(await put({ body: 'x'.repeat(LIMITS.rawHtmlCharsMax + 1) })).toMatchObject({
      status: 422,
      json: { error: { code: 'html_too_large' } },
    });
  });

  test('with five million characters of four bytes is stored and returned', async () => {
    const id = await page();
    const html = Buffer.from('🌍'.repeat(LIMITS.rawHtmlCharsMax));
    const answer = await put({ page: id, body: html });
    expect(answer.json).toMatchObject({ ok: true, result: { website: { draft_revision: 2 } } });
    expect((await raw(id)).equals(html)).toBe(true);
  });

  test('repeated returns the first result, marked as a replay; with another body it is a mismatch', async () => {
    for (const html of ['<p>short</p>', 'long '.repeat(1_000), 'stored '.repeat(60_000)]) {
      const id = await page();
      const head = { 'idempotency-key': unique() };
      const first = await put({ page: id, body: html, head });
      const again = await put({ page: id, body: html, head });
      expect(again.json.result).toEqual(first.json.result);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(await put({ page: id, body: `${html}!`, head })).toMatchObject(
        refusal(422, 'idempotency_mismatch'),
      );
      expect(await put({ page: id, body: html, revision: 2, head })).toMatchObject(
        refusal(422, 'idempotency_mismatch'),
      );
    }
  });

  test('of twins has one effect and one answer', async () => {
    const id = await page();
    const head = { 'idempotency-key': unique() };
    const twins = await Promise.all(
      Array.from({ length: 8 }, () => put({ page: id, body: '<p>twin</p>', head })),
    );
    for (const twin of twins) expect(twin.json).toMatchObject({ ok: true });
    const results = new Set(twins.map(({ json }) => JSON.stringify(json.result)));
    expect(results.size).toBe(1);
    expect((await act('builder.get', { page_id: id })).json.result.website.draft_revision).toBe(2);
  });

  test('writes a cleared draft again, which a patch cannot', async () => {
    const id = await page();
    const guard = { page_id: id, expected_revision: 1, idempotency_key: unique() };
    expect((await act('builder.clear', guard)).status).toBe(200);
    const patched = await act('builder.patch', {
      page_id: id,
      expected_revision: 2,
      idempotency_key: unique(),
      patch_ops: [{ op: 'replace_text', old: 'one', new: 'two' }],
    });
    expect(patched).toMatchObject(refusal(422, 'empty_draft'));
    expect(patched.json.error.hint).toContain(`PUT /api/agent-bridge/pages/${id}/raw`);
    expect(patched.json.error.hint).toContain('builder_create');
    expect(await put({ page: id, revision: 2, body: '<p>again</p>' })).toMatchObject({
      status: 200,
      json: { result: { website: { draft_revision: 3 }, changes: [{ removed: 0 }] } },
    });
  });

  test('is allowed beside GET at its address', async () => {
    const url = `${rig.base}/api/agent-bridge/pages/${pageId}/raw`;
    const answer = await answerOf(await fetch(url, { method: 'POST' }));
    expect(answer).toMatchObject(refusal(405, 'method_not_allowed'));
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'PUT']);
  });
});

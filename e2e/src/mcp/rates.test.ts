import { ALL_TOOL_SCOPES, startProduct, type AllInOneProcess } from '@bridge/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoint, rpc, toolCall, type McpHttpResponse, type McpTestClient } from './post.ts';

/** Number of reads that a key may send at once. The limit recovers so slowly that no further read succeeds during the test. */
const READ_BURST = 5;
const POLICY = {
  rates: {
    read: { per_second: 0.001, burst: READ_BURST },
    calls: { per_second: 1_000, burst: 1_000 },
  },
  account_factor: 1_000,
};

const folder = mkdtempSync(join(tmpdir(), 'bridge-rates-'));
let product: AllInOneProcess;
let at: McpTestClient;
beforeAll(async () => {
  const file = join(folder, 'limits.json');
  writeFileSync(file, JSON.stringify(POLICY));
  product = await startProduct({ env: { BRIDGE_LIMITS: file } });
  at = await endpoint(product);
});
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Sends twice as many requests with a new key as the rate limit allows, expects that the allowed ones succeed, and returns the
 * responses to the others.
 */
async function flood(body: object, version?: string): Promise<readonly McpHttpResponse[]> {
  const key = await at.keyWith(ALL_TOOL_SCOPES);
  const answers: McpHttpResponse[] = [];
  for (let n = 0; n < READ_BURST * 2; n += 1) {
    answers.push(await at.post(body, version === undefined ? { key } : { key, version }));
  }
  const isOver = ({ status, text }: McpHttpResponse): boolean =>
    status !== 200 || text.includes('"isError":true');
  expect(answers.slice(0, READ_BURST).filter(isOver)).toEqual([]);
  return answers.slice(READ_BURST);
}

describe('rates', { timeout: 120_000 }, () => {
  // Verifies: tools.rate-limited.
  it('a call over the rate reaches the model as a tool error: 200, isError, rate_limited', async () => {
    for (const version of ['2025-03-26', '2025-11-25']) {
      for (const { status, json, headers } of await flood(toolCall('worlds_list'), version)) {
        expect([status, json]).toMatchObject([200, { id: 1, result: { isError: true } }]);
        const { result } = json as { result: { content: { text: string }[] } };
        expect(JSON.parse(result.content[0]?.text ?? '')).toMatchObject({
          code: 'rate_limited',
          retry: 'after_seconds',
        });
        expect(headers['ratelimit-policy']).toBeDefined();
        expect(headers.ratelimit).toBeDefined();
      }
    }
  });

  it('every other message counts too: 429 with Retry-After and the id', async () => {
    for (const method of ['ping', 'tools/list', 'no/such/method']) {
      for (const { status, headers, json } of await flood(rpc(method))) {
        expect([method, status]).toEqual([method, 429]);
        expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
        expect(json).toMatchObject({ id: 1, error: { data: { code: 'rate_limited' } } });
      }
    }
  });

  // Verifies: tools.batch.
  it('every member of a batch takes its token, and each one over the rate is refused', async () => {
    const key = await at.keyWith(ALL_TOOL_SCOPES);
    const members = Array.from({ length: READ_BURST + 3 }, (_, id) =>
      toolCall('worlds_list', {}, id),
    );
    const { status, json } = await at.post(members, { key });
    expect(status).toBe(200);
    const refused = (json as { result: { isError?: boolean } }[]).filter(
      ({ result }) => result.isError === true,
    );
    expect(refused).toHaveLength(3);
  });
});

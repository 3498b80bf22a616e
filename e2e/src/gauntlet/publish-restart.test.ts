import { ALL_TOOL_SCOPES, newOwner, startProduct, type Product } from '@bridge/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { callOn } from '../call.ts';
import { create, done, guarded, pageHtml, patchOf, unique, visit, website } from '../stage.ts';

const RESTART_MS_MAX = 240_000;
const data = mkdtempSync(join(tmpdir(), 'bridge-'));
let product: Product | undefined;
afterAll(async () => {
  await product?.stop();
  rmSync(data, { recursive: true, force: true });
});

it(
  'snapshots and archives are the same bytes after later publications, a move, a clear and a restart',
  { timeout: RESTART_MS_MAX },
  async () => {
    product = await startProduct({ data, env: { BRIDGE_LIMITS: 'off' } });
    const { baseUrl, env, ports } = product;
    const owner = await newOwner(baseUrl, env);
    const { secret } = await owner.makeKey({ scopes: ALL_TOOL_SCOPES });
    const call = callOn('act', baseUrl, secret);
    const [word, other] = [unique('kept'), unique('moved')];
    for (const name of [word, other])
      done(await call('worlds.found', { word: name, idempotency_key: unique('found') }));

    let page = await create(call, word, pageHtml('Edition'));
    const addresses: string[] = [];
    for (const [old, next] of [
      ['first', '1st'],
      ['1st', 'one'],
    ] as const) {
      const { snapshot } = website(await call('builder.publish', guarded(page)));
      addresses.push(snapshot?.url ?? '', snapshot?.archive_url ?? '');
      page = website(await call('builder.patch', patchOf(page, old, next)));
    }
    const before = await Promise.all(addresses.map((address) => visit(address)));
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200]);

    page = website(await call('builder.attach', { ...guarded(page), word: other }));
    page = website(await call('builder.publish', guarded(page)));
    done(await call('builder.clear', guarded(page)));
    await product.program.stop();
    product = await startProduct({ data, ports, env: { BRIDGE_LIMITS: 'off' } });

    for (const [index, address] of addresses.entries()) {
      const after = await visit(address);
      expect([address, after.status]).toEqual([address, 200]);
      expect(after.bytes.equals(before[index]?.bytes ?? Buffer.of())).toBe(true);
      expect(after.headers['etag']).toBe(before[index]?.headers['etag']);
    }
  },
);

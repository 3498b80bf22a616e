import { ALL_TOOL_SCOPES, newOwner, startProduct, type AllInOneProcess } from '@bridge/testing';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { callOn } from '../call.ts';
import {
  create,
  done,
  guarded,
  pageHtml,
  patchOf,
  publish,
  unique,
  visit,
  website,
} from '../stage.ts';

const RESTART_MS_MAX = 240_000;
const folder = mkdtempSync(join(tmpdir(), 'bridge-'));
const data = join(folder, 'data');
const copy = join(folder, 'copy');
let product: AllInOneProcess | undefined;
afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** An address with the bytes and the ETag that it serves. */
interface ServedFile {
  readonly address: string;
  readonly bytes: Buffer;
  readonly etag: unknown;
}

async function read(address: string): Promise<ServedFile> {
  const { status, bytes, headers } = await visit(address);
  expect([address, status]).toEqual([address, 200]);
  return { address, bytes, etag: headers['etag'] };
}

/** Expects that every address still serves the same bytes with the same ETag. */
async function expectSame(files: readonly ServedFile[]): Promise<void> {
  for (const { address, bytes, etag } of files) {
    const after = await read(address);
    expect([address, after.bytes.equals(bytes), after.etag]).toEqual([address, true, etag]);
  }
}

it(
  'snapshots, archives and the live website are the same bytes after later publications, a move, a clear, a restart and a start on a copy of the data folder',
  { timeout: RESTART_MS_MAX },
  async () => {
    const env = { BRIDGE_LIMITS: 'off' };
    product = await startProduct({ data, env });
    const { baseUrl, ports } = product;
    const owner = await newOwner(baseUrl, product.env);
    const { secret } = await owner.makeKey({ scopes: ALL_TOOL_SCOPES });
    const call = callOn('act', baseUrl, secret);
    const [word, other] = [unique('kept'), unique('moved')];
    for (const name of [word, other])
      done(await call('worlds.found', { word: name, idempotency_key: unique('found') }));

    // The draft of the large page is an object in the blob store, outside of the database.
    const large = `${pageHtml('Large')}${'<p>filler</p>'.repeat(60_000)}`;
    const draft = await create(call, word, large);
    let page = await create(call, word, pageHtml('Edition'));
    const addresses: string[] = [];
    for (const [old, next] of [
      ['first', '1st'],
      ['1st', 'one'],
    ] as const) {
      const { snapshot } = await publish(call, page);
      addresses.push(snapshot?.url ?? '', snapshot?.archive_url ?? '');
      page = website(await call('builder.patch', patchOf(page, old, next)));
    }
    const files = await Promise.all(addresses.map((address) => read(address)));

    page = website(await call('builder.attach', { ...guarded(page), word: other }));
    page = await publish(call, page);
    done(await call('builder.clear', guarded(page)));
    files.push(await read(page.live_url ?? ''));
    await product.program.stop();
    product = await startProduct({ data, ports, env });
    await expectSame(files);

    // The steps of docs/operations/backup.md: stop, copy with owners and modes, start on the copy.
    await product.program.stop();
    execFileSync('cp', ['-a', data, copy]);
    rmSync(data, { recursive: true });
    product = await startProduct({ data: copy, ports, env });
    await expectSame(files);
    expect(done(await call('builder.get', { page_id: draft.page_id }))['raw_html']).toBe(large);
    const published = await publish(call, draft);
    expect((await read(published.live_url ?? '')).bytes.toString('utf8')).toBe(large);
    await expectSame(files);
  },
);

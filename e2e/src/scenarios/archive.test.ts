import { ALL_TOOL_SCOPES, newOwner, startProduct, type AllInOneProcess } from '@bridge/testing';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { callOn } from '../call.ts';
import { done, stage } from '../stage.ts';
import { verifies } from '../verifies.ts';

const data = mkdtempSync(join(tmpdir(), 'bridge-damaged-'));
let started: Promise<AllInOneProcess> | undefined;
/** Starts the product with a damaged search folder: the file that names the current version of the archive is empty. */
async function damaged(): Promise<AllInOneProcess> {
  mkdirSync(join(data, 'search'), { recursive: true });
  writeFileSync(join(data, 'search', 'CURRENT'), '');
  return await startProduct({ data });
}
afterAll(async () => {
  await (await started)?.stop();
  rmSync(data, { recursive: true, force: true });
});

verifies('search.no-letters', async (surface) => {
  const one = await stage();
  for (const query of ['\u{1F3A8}', '...']) {
    const result = done<{
      readonly references: readonly unknown[];
      readonly notes: readonly string[];
      readonly total_estimate: number;
    }>(await one.on(surface)('surf.search', { query }));
    expect(result).toMatchObject({ references: [], total_estimate: 0 });
    expect(result.notes.join(' ')).toContain('with letters or digits');
  }
});

verifies('search.damaged-start', async (surface) => {
  const own = await (started ??= damaged());
  const owner = await newOwner(own.baseUrl, own.env);
  const { secret } = await owner.makeKey({ scopes: ALL_TOOL_SCOPES });
  const result = done(
    await callOn(surface, own.baseUrl, secret)('surf.search', { query: 'portrait', limit: 5 }),
  );
  expect(result['references']).toHaveLength(5);
  expect(own.program.output()).toContain('archive_damaged');
});

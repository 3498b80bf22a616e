import {
  ALL_TOOL_SCOPES,
  momaObject,
  newOwner,
  runCommand,
  startProduct,
  until,
  type AllInOneProcess,
} from '@bridge/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callOn, type ActionCaller } from '../call.ts';
import { done } from '../stage.ts';

let product: AllInOneProcess;
let call: ActionCaller;
beforeAll(async () => {
  product = await startProduct({ env: { BRIDGE_LIMITS: 'off' } });
  const owner = await newOwner(product.baseUrl, product.env);
  const { secret } = await owner.makeKey({ scopes: ALL_TOOL_SCOPES });
  call = callOn('act', product.baseUrl, secret);
}, 120_000);
afterAll(() => product.stop());

/** Searches for a word that only the imported works contain. Returns the number of references whose title contains it. */
async function found(): Promise<number> {
  const { references } = done<{
    readonly references: readonly { readonly title: string }[];
  }>(await call('surf.search', { query: 'zzyzxine' }));
  return references.filter(({ title }) => title.includes('Zzyzxine')).length;
}

// Verifies: search.versions.
it('an import into the running all-in-one is searched at once, and rollback takes it back', async () => {
  const file = join(product.data, 'objects.json');
  writeFileSync(file, JSON.stringify([momaObject(9_000_001, 'Zzyzxine over the harbour')]));
  expect(await found()).toBe(0);
  const { stdout } = await runCommand(['archive', 'import', file, '--json'], product.env);
  expect(JSON.parse(stdout)).toMatchObject({ exit: 0, sources: [{ added: 1 }] });
  expect(await found()).toBe(1);
  await runCommand(['archive', 'rollback'], product.env);
  await until('the archive before to be searched', async () => (await found()) === 0);
}, 120_000);

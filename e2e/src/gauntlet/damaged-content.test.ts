import { openFsStore } from '@bridge/blobs';
import { randomIds, systemClock } from '@bridge/kernel';
import {
  ALL_TOOL_SCOPES,
  damageObject,
  newOwner,
  runCommand,
  startProduct,
  type CommandResult,
  type AllInOneProcess,
} from '@bridge/testing';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { callOn } from '../call.ts';
import { create, done, guarded, pageHtml, refused, unique } from '../stage.ts';

const CASE_MS_MAX = 120_000;
const data = mkdtempSync(join(tmpdir(), 'bridge-'));
let product: AllInOneProcess | undefined;
afterAll(async () => {
  await product?.stop();
  rmSync(data, { recursive: true, force: true });
});

/** Expects that a command fails with exit code 1, and returns its output. */
async function failing(command: Promise<CommandResult>): Promise<string> {
  const ended: unknown = await command.then(
    () => 'it ended well',
    (error: unknown) => error,
  );
  if (!(ended instanceof Error)) expect.fail(String(ended));
  expect(ended.message).toContain('ended with 1');
  return ended.message;
}

// Verifies: storage.verify.
it(
  'an altered body is refused by name, found by doctor and by blobs verify, and all is well once it is put back',
  { timeout: CASE_MS_MAX },
  async () => {
    product = await startProduct({ data, env: { BRIDGE_LIMITS: 'off' } });
    const { baseUrl, env } = product;
    const owner = await newOwner(baseUrl, env);
    const { secret } = await owner.makeKey({ scopes: ALL_TOOL_SCOPES });
    const call = callOn('act', baseUrl, secret);
    const word = unique('damaged');
    done(await call('worlds.found', { word, idempotency_key: unique('found') }));
    const draft = await create(call, word, `${pageHtml('Large')}${'x'.repeat(300_000)}`);
    done(await call('builder.publish', guarded(await create(call, word))));
    expect((await runCommand(['blobs', 'verify'], env)).stdout).toMatch(
      /^All [3-9] objects are whole/,
    );

    const [name = ''] = readdirSync(join(data, 'blobs', 'body'));
    const object = `body/${name}`;
    const blobs = await openFsStore(join(data, 'blobs'), { ids: randomIds, clock: systemClock });
    const whole = await damageObject(blobs, object, 'altered');
    const error = refused(await call('builder.get', { page_id: draft.page_id }), 'content_damaged');
    expect(error).toMatchObject({ status: 503, outcome: 'not_applied', retry: 'never' });
    const verified = await failing(runCommand(['blobs', 'verify', '--json'], env));
    expect(verified).toContain(`"object": "${object}"`);
    expect(verified).toContain(`"page_id": ${draft.page_id}`);
    const looked = await failing(runCommand(['doctor'], env));
    expect(looked).toMatch(new RegExp(`WRONG +content .*${object} of website ${draft.page_id}`));

    await blobs.replace(object, whole);
    expect(done(await call('builder.get', { page_id: draft.page_id }))['raw_html']).toHaveLength(
      draft.chars,
    );
    expect((await runCommand(['blobs', 'verify'], env)).stdout).toContain('are whole');
    expect((await runCommand(['doctor'], env)).stdout).toMatch(/well +content/);
    await blobs.close();
  },
);

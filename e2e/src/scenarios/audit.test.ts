import { ROOT } from '@bridge/testing';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { create, done, product, refused, stage } from '../stage.ts';
import { verifiesOnce } from '../verifies.ts';

const run = promisify(execFile);
const one = await stage();

verifiesOnce('audit.own', async () => {
  const page = await create(one.on('act'), one.word);
  const reader = await one.with('act', { scopes: ['audit.read', 'builder.list'] });
  const own = done<{ events: readonly unknown[] }>(await reader('audit.read', {}));
  expect(own.events).toEqual([]);
  expect(page.page_id).toBeGreaterThan(0);
  refused(await one.on('act')('audit.read', {}), 'insufficient_scope');
});

verifiesOnce('audit.chain', async () => {
  await create(one.on('act'), one.word);
  const { secret } = await one.owner.makeKey({ scopes: ['audit.read'], audit_all: true });
  const program = join(ROOT, 'libs/documents/files/agent-bridge.mjs');
  const env = { AGENT_BRIDGE_KEY: secret, AGENT_BRIDGE_URL: product().baseUrl };
  const { stdout } = await run(process.execPath, [program, 'audit', 'verify'], { env });
  expect(stdout).toMatch(/^The journal is whole from row 1 to row \d+, head [0-9a-f]{64}\.\n$/);
});

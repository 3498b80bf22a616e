import { PUBLIC_PATHS, type KeyRecord } from '@bridge/contracts';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { product, unique } from '../stage.ts';
import { describeConsole, JOURNEY_MS_MAX } from './console-page.ts';
import { picture } from './picture.ts';

const folder = mkdtempSync(join(tmpdir(), 'bridge-connect-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes the HTTP transport of an MCP client, configured with the address and the key, as a person would do it. */
function overHttp(secret: string): Transport {
  return new StreamableHTTPClientTransport(new URL(PUBLIC_PATHS.mcp, product().baseUrl), {
    requestInit: { headers: { authorization: `Bearer ${secret}` } },
  });
}

/** Makes the transport of an MCP client that starts the downloaded program and uses its standard input and output. */
async function overStdio(secret: string): Promise<Transport> {
  const { baseUrl } = product();
  const manifest = (await (
    await fetch(`${baseUrl}/.well-known/agent-capabilities.json`)
  ).json()) as { readonly cli_url: string };
  const file = join(folder, 'agent-bridge.mjs');
  writeFileSync(file, Buffer.from(await (await fetch(manifest.cli_url)).arrayBuffer()));
  return new StdioClientTransport({
    command: process.execPath,
    args: [file, 'mcp'],
    env: { AGENT_BRIDGE_KEY: secret },
    stderr: 'ignore',
  });
}

/**
 * Makes a key with the form of the console. Afterwards the "Live test" of that screen waits for a call with the key.
 * Returns the key.
 */
async function makeKeyIn(page: Page): Promise<string> {
  await page.getByLabel('Name').fill(unique('agent'));
  await page.getByRole('button', { name: 'Make key' }).click();
  await page.getByText('live', { exact: true }).waitFor();
  return (await page.getByLabel('the key', { exact: true }).innerText()).trim();
}

/** Waits until a step of the console's "Live test" is shown as done. */
async function seeTick(page: Page, step: string): Promise<void> {
  await page
    .getByRole('region', { name: 'Live test' })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`✓ ${step}`) })
    .waitFor();
}

describeConsole('the connection of an agent, in a browser', (at) => {
  const keyOf = async (secret: string): Promise<KeyRecord> => {
    const answer = await at.owner.owner.send('GET', '/api/agent-bridge/keys');
    const { keys } = (await answer.json()) as { readonly keys: readonly KeyRecord[] };
    const found = keys.find(({ last4 }) => secret.endsWith(last4));
    if (found === undefined) throw new Error('the key of the form is not in the list');
    return found;
  };
  const rotateAway = async (key: KeyRecord): Promise<void> => {
    const rotation = { action: 'rotate', key_id: key.key_id, overlap_h: 0 };
    const answer = await at.owner.owner.send('POST', '/api/agent-bridge/keys', rotation);
    expect(answer.status).toBe(201);
  };

  // Verifies: console.connect.
  it.each([
    ['over HTTP', overHttp],
    ['over the stdio bridge', overStdio],
  ] as const)(
    'a client %s ticks that it reached the service, listed the tools and got an answer',
    { timeout: JOURNEY_MS_MAX },
    async (_, transportOf) => {
      const page = await at.open('/keys/new');
      const transport = await transportOf(await makeKeyIn(page));
      const client = new Client({ name: 'test-client', version: '1' });
      await client.connect(transport);
      try {
        await seeTick(page, 'Reached us, just now by test-client');
        await client.listTools();
        await seeTick(page, 'Listed tools');
        await client.callTool({ name: 'worlds_list' });
        await seeTick(page, 'First call answered');
        const refused = await client.callTool({
          name: 'builder_publish',
          arguments: { page_id: 1, expected_revision: 1, idempotency_key: unique('publish') },
        });
        expect(refused.isError).toBe(true);
        await page.getByText('Rotate it with the scope that is missing').waitFor();
      } finally {
        await client.close();
      }
    },
  );

  // Verifies: console.connect.
  it(
    'a client with an expired key is shown with what helps',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const page = await at.open('/keys/new');
      const secret = await makeKeyIn(page);
      await rotateAway(await keyOf(secret));
      const client = new Client({ name: 'test', version: '1' });
      await expect(client.connect(overHttp(secret))).rejects.toThrow();
      await page.getByText('This key has expired. Make another one').waitFor();
      await picture(page, 'connect-expired');
    },
  );

  // Verifies: console.connect.
  it(
    'a call from the screen itself shows that address and key are right, and ticks no step of the client',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const page = await at.open('/keys/new');
      const secret = await makeKeyIn(page);
      const { key_id: keyId } = await keyOf(secret);
      const uses = page.getByRole('region', { name: 'Live test' }).getByRole('listitem');
      await page.getByRole('button', { name: 'Call from here' }).click();
      await page.getByText('address and key are right').waitFor();
      await picture(page, 'connect-from-here');
      await page.goto(`${product().baseUrl}/console/keys/${keyId}`);
      await page.getByRole('button', { name: 'Test the connection' }).click();
      await page.getByText('live', { exact: true }).waitFor();
      await page.locator('summary', { hasText: 'Call from here' }).click();
      const field = page.getByLabel('Secret of the key');
      await field.fill(secret);
      await field.press('Enter');
      await page.getByText('address and key are right').waitFor();
      const { secret: other } = await at.owner.owner.makeKey({ scopes: ['worlds.list'] });
      await field.fill(other);
      await field.press('Enter');
      await page.getByText('this secret belongs to another key').waitFor();
      await rotateAway(await keyOf(secret));
      await field.fill(secret);
      await field.press('Enter');
      await page.getByText('key_expired').first().waitFor();
      expect(await uses.filter({ hasText: '✓' }).count()).toBe(0);
    },
  );

  // Verifies: console.connect.
  it(
    'a client with a wrong key belongs to no account: a minute of silence lists what to check',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const page = await at.open('/keys');
      await page.clock.install();
      await page.goto(`${product().baseUrl}/console/keys/new`);
      const secret = await makeKeyIn(page);
      const wrong = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;
      const client = new Client({ name: 'test', version: '1' });
      await expect(client.connect(overHttp(wrong))).rejects.toThrow();
      await page.clock.fastForward(59_000);
      expect(await page.getByText('Nothing has arrived for a minute').count()).toBe(0);
      await page.clock.fastForward(2_000);
      await page.getByText('Nothing has arrived for a minute').waitFor();
      await picture(page, 'connect-silent');
    },
  );
});

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unique } from '../stage.ts';
import { endpoint, type McpTestClient } from './post.ts';

const folder = mkdtempSync(join(tmpdir(), 'bridge-client-'));
const file = join(folder, 'agent-bridge.mjs');
let at: McpTestClient;

/** Downloads the client program from the address in the manifest, as a user does. */
beforeAll(async () => {
  at = await endpoint();
  const manifest = (await (
    await fetch(`${at.baseUrl}/.well-known/agent-capabilities.json`)
  ).json()) as { cli_url: string };
  const program = Buffer.from(await (await fetch(manifest.cli_url)).arrayBuffer());
  const digest = await (await fetch(`${manifest.cli_url}.sha256`)).text();
  expect(digest.split(' ')[0]).toBe(hash('sha256', program));
  writeFileSync(file, program);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [file, ...args], { env });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.resume();
  child.stdin.end();
  const [code] = (await once(child, 'close')) as [number];
  return { code, stdout };
}

describe('the downloaded client', () => {
  it('accepts a valid key without an address in its settings', async () => {
    const { code, stdout } = await run(['doctor', '--json'], { AGENT_BRIDGE_KEY: at.key });
    const { findings } = JSON.parse(stdout) as { findings: { name: string; ok: boolean }[] };
    expect(findings.filter(({ ok }) => !ok)).toEqual([]);
    expect(code).toBe(0);
    expect(stdout).not.toContain(at.key);
  });

  it('founds a World and creates a website from a file', async () => {
    const env = { AGENT_BRIDGE_KEY: at.key };
    const word = unique('cli');
    const html = join(folder, 'page.html');
    writeFileSync(html, '<!doctype html><title>T</title><h1>By the client</h1>');
    const found = { word, idempotency_key: unique('key') };
    expect((await run(['call', 'worlds.found', JSON.stringify(found)], env)).code).toBe(0);
    const create = { title: 'T', word, idempotency_key: unique('key') };
    const made = await run(['call', 'builder.create', JSON.stringify(create), '--html', html], env);
    expect(JSON.parse(made.stdout)).toMatchObject({ website: { word, draft_revision: 1 } });
  });

  it('bridges the official SDK’s standard input and output to the tool endpoint', async () => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [file, 'mcp'],
        env: { AGENT_BRIDGE_KEY: at.key },
        stderr: 'ignore',
      }),
    );
    try {
      expect((await client.listTools()).tools).toHaveLength(10);
      const listed = await client.callTool({ name: 'worlds_list' });
      expect(listed).toMatchObject({ structuredContent: { worlds: expect.any(Array) } });
      const many = await Promise.all(Array.from({ length: 10 }, () => client.ping()));
      expect(many).toHaveLength(10);
    } finally {
      await client.close();
    }
  });
});

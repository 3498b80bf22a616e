import { MissingTestResourceError, need, ROOT } from '@bridge/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { endpoint } from './post.ts';

const PROGRAM = join(ROOT, '.cache/tools/node_modules/.bin/mcp-inspector');
/** Exit codes of the MCP Inspector. */
const EXIT = { ok: 0, unauthorized: 3, toolError: 5 } as const;

const at = await endpoint();

function program(): string {
  if (existsSync(PROGRAM)) return PROGRAM;
  throw new MissingTestResourceError(
    'inspector',
    `The MCP Inspector is not in .cache/tools; .ci/run puts it there.`,
  );
}

/** Runs the MCP Inspector's command line against the MCP surface. */
async function inspect(context: TestContext, args: readonly string[], key = at.key) {
  const path = await need(context, (async () => program())());
  const child = spawn(
    path,
    [
      '--cli',
      at.url,
      '--transport',
      'http',
      '--header',
      `Authorization: Bearer ${key}`,
      '--format',
      'json',
      ...args,
    ],
    {
      // The Node of this checkout comes first in PATH, so the Inspector runs on it.
      env: { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH ?? ''}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number];
  return { code, stdout, stderr };
}

describe('the MCP Inspector', { timeout: 120_000 }, () => {
  it('connects and shows the name of the server', async (context) => {
    const { code, stdout } = await inspect(context, ['--method', 'initialize']);
    expect(code).toBe(EXIT.ok);
    expect(stdout).toContain('agent-bridge');
  });

  it('lists ten tools and finds nothing wrong with their schemas', async (context) => {
    const { code, stdout } = await inspect(context, ['--method', 'tools/list', '--strict']);
    expect(code).toBe(EXIT.ok);
    expect(JSON.stringify(JSON.parse(stdout)).match(/"inputSchema"/g)).toHaveLength(10);
  });

  it('calls a tool and distinguishes a refusal from a success', async (context) => {
    const call = ['--method', 'tools/call', '--tool-name'];
    const good = await inspect(context, [...call, 'worlds_list', '--tool-args-json', '{}']);
    expect(good.code).toBe(EXIT.ok);
    expect(good.stdout).toContain('worlds');
    const bad = await inspect(context, [
      ...call,
      'builder_get',
      '--tool-args-json',
      '{"page_id":999999999}',
    ]);
    expect(bad.code).toBe(EXIT.toolError);
    expect(bad.stdout + bad.stderr).toContain('page_not_found');
  });

  it('reports that its key is wrong', async (context) => {
    const { code } = await inspect(context, ['--method', 'tools/list'], 'ak_nonsense');
    expect(code).toBe(EXIT.unauthorized);
  });
});

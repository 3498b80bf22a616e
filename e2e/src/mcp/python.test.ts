import { MissingTestResourceError, need, ROOT } from '@bridge/testing';
import { TOOL_ACTIONS } from '@bridge/contracts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { endpoint, rpc } from './post.ts';

/** The interpreter of a virtual environment with the packages of python/requirements.txt. */
const PYTHON = join(ROOT, '.cache/python/bin/python');
const FOLDER = join(import.meta.dirname, 'python');
const TOOLS = TOOL_ACTIONS.map(({ tool }) => tool);
/** Time limit for three Python clients, in ms; their imports are slow on a busy machine. */
const RUN_MS_MAX = 120_000;

const at = await endpoint();

function python(): string {
  if (existsSync(PYTHON)) return PYTHON;
  throw new MissingTestResourceError(
    'python',
    'The Python clients are not in .cache/python; .ci/run puts them there.',
  );
}

/** Runs a Python program of this test and returns the JSON that it prints. */
async function run(
  context: TestContext,
  name: string,
  { args = [], input = '' }: { args?: readonly string[]; input?: string },
): Promise<unknown> {
  const path = await need(context, (async () => python())());
  const child = spawn(path, [join(FOLDER, name), ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) expect.fail(stderr);
  return JSON.parse(stdout);
}

describe('the Python SDK, FastMCP and OpenAI’s agents', { timeout: RUN_MS_MAX }, () => {
  it('connect and list ten tools', async (context) => {
    expect(await run(context, 'clients.py', { args: [at.url, at.key] })).toEqual({
      by_sdk: TOOLS.length,
      by_fastmcp: TOOLS.length,
      by_openai_agents: TOOLS.length,
    });
  });

  // Verifies: tools.null-id.
  it('show what is wrong with a bad key', async (context) => {
    const shown = await run(context, 'clients.py', { args: [at.url, 'ak_nonsense'] });
    const reason = expect.stringContaining('The agent key is not well formed');
    expect(shown).toEqual({ by_sdk: reason, by_fastmcp: reason, by_openai_agents: reason });
  });
});

// Verifies: tools.converters.
it(
  'the converters of OpenAI (strict), Google and Anthropic take every tool',
  { timeout: RUN_MS_MAX },
  async (context) => {
    const { json } = await at.post(rpc('tools/list'), { version: '2025-11-25' });
    const input = JSON.stringify((json as { readonly result: unknown }).result);
    expect(await run(context, 'converters.py', { input })).toEqual({
      google: TOOLS,
      openai: TOOLS,
      anthropic: TOOLS,
    });
  },
);

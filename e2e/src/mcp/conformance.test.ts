import { ROOT } from '@bridge/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoint } from './post.ts';

/** The scenarios of the MCP conformance suite for tools over stateless HTTP. The others test capabilities that this server lacks. */
const SCENARIOS = [
  ['server-initialize', '2025-06-18'],
  ['server-initialize', '2025-11-25'],
  ['ping', '2025-06-18'],
  ['ping', '2025-11-25'],
  ['tools-list', '2025-06-18'],
  ['tools-list', '2025-11-25'],
  ['dns-rebinding-protection', '2025-11-25'],
] as const;

/** One check that the conformance suite has written to its result file. */
interface ConformanceCheckResult {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

let proxy: Server;
let url: string;

/** A proxy that adds the key, which the suite cannot send. It forwards Host and Origin and replaces only the port in them. */
beforeAll(async () => {
  const at = await endpoint();
  const target = new URL(at.url);
  proxy = createServer((incoming, outgoing) => {
    const headers: Record<string, string | string[] | undefined> = {
      ...incoming.headers,
      authorization: `Bearer ${at.key}`,
    };
    // The suite sends the proxy's port in Host and Origin; the product accepts only its own port.
    for (const name of ['host', 'origin'] as const) {
      const value = headers[name];
      if (typeof value === 'string')
        headers[name] = value.replace(/(localhost|127\.0\.0\.1):\d+$/, `$1:${target.port}`);
    }
    const forward = request(
      {
        host: '127.0.0.1',
        port: target.port,
        path: incoming.url,
        method: incoming.method,
        headers,
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forward.on('error', () => outgoing.destroy());
    incoming.pipe(forward);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  url = `http://localhost:${address.port}${target.pathname}`;
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await once(proxy, 'close');
});

/** Runs one scenario of the suite by its command line, and returns the checks that the suite has written. */
async function run(
  scenario: string,
  specVersion: string,
): Promise<readonly ConformanceCheckResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-conformance-'));
  try {
    const args = ['server', '--url', url, '--scenario', scenario, '--spec-version', specVersion];
    const child = spawn(
      process.execPath,
      [
        join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js'),
        ...args,
        '-o',
        folder,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    const [code] = (await once(child, 'close')) as [number];
    const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) =>
      name.endsWith('checks.json'),
    );
    if (file === undefined) throw new Error(`${scenario} wrote no checks:\n${output}`);
    const checks = JSON.parse(readFileSync(join(folder, file), 'utf8')) as ConformanceCheckResult[];
    expect([scenario, code, code === 0 ? '' : output]).toEqual([scenario, 0, '']);
    return checks;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the official conformance suite', () => {
  // Verifies: tools.conformance.
  it.each(SCENARIOS)('%s passes at %s', { timeout: 60_000 }, async (scenario, specVersion) => {
    const checks = await run(scenario, specVersion);
    const judged = checks.filter(({ status }) => status !== 'INFO');
    expect(judged.length).toBeGreaterThan(0);
    for (const { id, status, errorMessage } of judged) {
      expect([id, status, errorMessage]).toEqual([id, 'SUCCESS', undefined]);
    }
  });
});

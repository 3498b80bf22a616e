import autocannon from 'autocannon';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const CONNECTIONS = 32;

/** An HTTP request that is sent repeatedly. */
export interface RepeatedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

async function output(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
  return text;
}

/** Measures requests per second with wrk, which leaves more CPU time to the measured process than Node would. */
async function byWrk(load: RepeatedRequest, seconds: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-wrk-'));
  const script = join(folder, 'post.lua');
  const headers = Object.entries(load.headers).map(
    ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
  );
  writeFileSync(
    script,
    ['wrk.method = "POST"', `wrk.body = ${JSON.stringify(load.body)}`, ...headers].join('\n'),
  );
  try {
    const text = await output('wrk', [
      '-t1',
      `-c${CONNECTIONS}`,
      `-d${seconds}s`,
      '-s',
      script,
      load.url,
    ]);
    const failed = /Non-2xx or 3xx responses: ([0-9]+)/.exec(text)?.[1];
    if (failed !== undefined) throw new Error(`${failed} of the calls to ${load.url} failed`);
    const rate = /Requests\/sec:\s+([0-9.]+)/.exec(text)?.[1];
    if (rate === undefined) throw new Error(`wrk said: ${text}`);
    return Number(rate);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function byAutocannon(load: RepeatedRequest, seconds: number): Promise<number> {
  const result = await autocannon({
    ...load,
    method: 'POST',
    connections: CONNECTIONS,
    duration: seconds,
  });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} of the calls to ${load.url} failed`);
  return result.requests.average;
}

let wrk: Promise<boolean> | undefined;
/** Measures requests per second over `seconds`, with wrk when it is installed, else with autocannon. */
export async function throughput(load: RepeatedRequest, seconds: number): Promise<number> {
  wrk ??= output('wrk', ['-v']).then(
    () => true,
    () => false,
  );
  return (await wrk) ? byWrk(load, seconds) : byAutocannon(load, seconds);
}

/** Returns the median of the values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * Measures the throughput of two requests alternately, so that a change in the machine's speed affects both. Returns both
 * medians, in requests per second.
 */
export async function inTurn(
  a: RepeatedRequest,
  b: RepeatedRequest,
  rounds: number,
  seconds: number,
): Promise<readonly [number, number]> {
  const rates: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    rates[0].push(await throughput(a, seconds));
    rates[1].push(await throughput(b, seconds));
  }
  return [median(rates[0]), median(rates[1])];
}

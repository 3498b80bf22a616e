import { cleanEnv, ROOT } from '@bridge/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Elapsed time, CPU time and peak memory of an import process. */
export interface ImportCost {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Peak memory in MB from /proc; 0 on systems without /proc. */
  readonly peakMb: number;
}

/** Launch options of an app, read from its launch.json. */
interface LaunchOptions {
  readonly node: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const SAMPLE_MS = 50;
const TICKS_PER_SECOND = 100;

/** Reads CPU time and peak memory of a process; null when it has ended or /proc is missing. */
export function sample(pid: number): { cpuSeconds: number; peakMb: number } | null {
  try {
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return {
      cpuSeconds: (Number(stat[11]) + Number(stat[12])) / TICKS_PER_SECOND,
      peakMb: Number(peak?.[1] ?? 0) / 1024,
    };
  } catch {
    return null;
  }
}

/** Runs `ctl archive import` in another process and measures it; throws when it fails. */
export async function runImport(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ImportCost> {
  const from = performance.now();
  const app = join(ROOT, 'apps', 'ctl');
  // Start the app with the Node options and environment of its launch.json.
  const launch = JSON.parse(readFileSync(join(app, 'launch.json'), 'utf8')) as LaunchOptions;
  const main = join(app, 'src', 'main.ts');
  const child = spawn(process.execPath, [...launch.node, main, 'archive', 'import', ...args], {
    env: { ...cleanEnv(env), ...launch.env },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  let last = { cpuSeconds: 0, peakMb: 0 };
  const timer = setInterval(() => {
    const now = child.pid === undefined ? null : sample(child.pid);
    // An exiting process reports no memory any more, so the maximum is kept.
    if (now !== null) last = { ...now, peakMb: Math.max(last.peakMb, now.peakMb) };
  }, SAMPLE_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(timer);
  if (code !== 0) throw new Error(`archive import ended with ${String(code)}`);
  return { seconds: (performance.now() - from) / 1_000, ...last };
}

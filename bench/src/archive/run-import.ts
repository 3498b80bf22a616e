import { cleanEnv, ROOT } from '@bridge/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** CPU time and memory of the process of an import. */
export interface ImportCost {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Peak memory, from /proc; 0 where /proc is missing. */
  readonly peakMb: number;
}

interface Launch {
  readonly node: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const SAMPLE_MS = 50;
const TICKS_PER_SECOND = 100;

/** CPU time and peak memory of a process so far; null when it has ended or /proc is missing. */
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

/** Runs `archive import` as a separate process, as an operator does. Throws when it fails. */
export async function runImport(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ImportCost> {
  const from = performance.now();
  const app = join(ROOT, 'apps', 'ctl');
  // With the options that the command declares for its process.
  const launch = JSON.parse(readFileSync(join(app, 'launch.json'), 'utf8')) as Launch;
  const main = join(app, 'src', 'main.ts');
  const child = spawn(process.execPath, [...launch.node, main, 'archive', 'import', ...args], {
    env: { ...cleanEnv(env), ...launch.env },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  let last = { cpuSeconds: 0, peakMb: 0 };
  const timer = setInterval(() => {
    const now = child.pid === undefined ? null : sample(child.pid);
    // A process that is exiting has already released its memory.
    if (now !== null) last = { ...now, peakMb: Math.max(last.peakMb, now.peakMb) };
  }, SAMPLE_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(timer);
  if (code !== 0) throw new Error(`archive import ended with ${String(code)}`);
  return { seconds: (performance.now() - from) / 1_000, ...last };
}

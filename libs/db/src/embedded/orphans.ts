import { errorCodeOf, ProgramStartError } from '@bridge/kernel';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from './is-alive.ts';

const END_POLL_MS = 10;
const STOP_STEPS: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

/**
 * Ends the Postgres processes that a killed instance of the product left running on this database folder (`cluster`). The
 * caller holds the folder lock, so no running instance uses them. A process id that another program has now is ignored.
 */
export async function endOrphans(cluster: string): Promise<void> {
  const postmaster = readPostmaster(cluster);
  if (postmaster === null) return;
  for (const [signal, withinMs] of STOP_STEPS) {
    const [alive] = processesOn(cluster, postmaster.pid);
    if (alive === undefined) break;
    const targets = signal === 'SIGKILL' ? processesOn(cluster, postmaster.pid) : [postmaster.pid];
    for (const pid of targets) signalTo(pid, signal);
    await awaitEnd(cluster, postmaster.pid, withinMs);
  }
  if (processesOn(cluster, postmaster.pid).length > 0) {
    throw new ProgramStartError(
      `A Postgres that was left running on ${cluster} (process ${postmaster.pid}) does not end: stop it.`,
    );
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/** The parsed content of `postmaster.pid`, a file that a running Postgres writes. */
export interface PostmasterPidFile {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/** Reads `postmaster.pid`; null when it is missing or incomplete. */
export function readPostmaster(cluster: string): PostmasterPidFile | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    if (!Number.isSafeInteger(pid) || pid <= 1) return null;
    return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Returns the ids of the Postgres processes that use this database folder (`cluster`). On Linux the working directory
 * identifies all of them; elsewhere only the main process is known.
 */
function processesOn(cluster: string, postmasterPid: number): readonly number[] {
  if (process.platform !== 'linux') return isAlive(postmasterPid) ? [postmasterPid] : [];
  const folder = realpathSync(cluster);
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name) && workingFolderOf(name) === folder)
    .map(Number);
}

/** Returns the working directory of a Postgres process; null for any other program. */
function workingFolderOf(pid: string): string | null {
  try {
    if (basename(readlinkSync(`/proc/${pid}/exe`)) !== 'postgres') return null;
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCodeOf(error) !== 'ESRCH') throw error;
  }
}

async function awaitEnd(cluster: string, postmasterPid: number, withinMs: number): Promise<void> {
  for (let waited = 0; waited < withinMs; waited += END_POLL_MS) {
    if (processesOn(cluster, postmasterPid).length === 0) return;
    await delay(END_POLL_MS);
  }
}

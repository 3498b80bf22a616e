import { readdirSync, readFileSync } from 'node:fs';

function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}
/** Returns the child processes of `pid`. Linux only. */
/** Running child processes of `pid`; empty on other systems than Linux. */
export function childrenOf(pid: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
}
/** Returns a process id after those of all its descendants. */
/** A process and its descendants, the newest first. */
export function processTree(pid: number): readonly number[] {
  return [...childrenOf(pid).flatMap(processTree), pid];
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';

function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}
/** Returns the ids of the running child processes of `pid`; none on a system without /proc, such as macOS. */
export function childrenOf(pid: number): readonly number[] {
  if (!existsSync('/proc')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
}
/** Returns the ids of all descendants of `pid`, then `pid`: each process comes after its own descendants. */
export function processTree(pid: number): readonly number[] {
  return [...childrenOf(pid).flatMap(processTree), pid];
}

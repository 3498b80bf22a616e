import { readFileSync } from 'node:fs';

/** Resident memory of a process in MB; NaN where /proc is missing. */
export function rssMb(pid: number): number {
  try {
    const kb = /VmRSS:\s+([0-9]+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kb) / 1_024;
  } catch {
    return Number.NaN;
  }
}

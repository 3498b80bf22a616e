import { readFileSync } from 'node:fs';

function statusMb(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kb = new RegExp(`${name}:\\s+([0-9]+) kB`).exec(status)?.[1];
    return Number(kb) / 1_024;
  } catch {
    return Number.NaN;
  }
}

/** Returns the resident memory of a process in MB; NaN on systems without /proc. */
export function rssMb(pid: number): number {
  return statusMb(pid, 'VmRSS');
}

/** Returns the peak resident memory of a process in MB; NaN on systems without /proc. */
export function peakRssMb(pid: number): number {
  return statusMb(pid, 'VmHWM');
}

/** Clock ticks per second in /proc, the same on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;

/** Returns the CPU time of a process in ms; NaN on systems without /proc. */
export function cpuMs(pid: number): number {
  try {
    // The program name may contain spaces, so the fields (utime and stime) are counted from the parenthesis that ends it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
  } catch {
    return Number.NaN;
  }
}

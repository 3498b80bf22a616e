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

/** Resident memory of a process in MB; NaN where /proc is missing. */
export function rssMb(pid: number): number {
  return statusMb(pid, 'VmRSS');
}

/** Peak resident memory of a process in MB; NaN where /proc is missing. */
export function peakRssMb(pid: number): number {
  return statusMb(pid, 'VmHWM');
}

/** Clock ticks of a second in /proc, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** CPU time that a process has used, in ms; NaN where /proc is missing. */
export function cpuMs(pid: number): number {
  try {
    // The name may contain spaces, so the fields are counted after it: fields 14 and 15 of the line.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
  } catch {
    return Number.NaN;
  }
}

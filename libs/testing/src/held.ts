import { metricsText } from '@bridge/kernel';
import { readdirSync, readlinkSync } from 'node:fs';

/** Gauges of what is held for requests; each is 0 when nothing is asked. */
const HELD = [
  'admission_calls',
  'body_bytes_held',
  'calls_in_flight',
  'http_requests_open',
  'large_bodies_held',
  'service_calls_open',
  'sites_replies_open',
  'worker_tasks',
];

/** One gauge with its labels, as `client_connections{origin="app"}`, in a text of metrics; 0 when it is not there. */
export function gaugeIn(metrics: string, name: string): number {
  const line = metrics.split('\n').find((one) => one.startsWith(`bridge_${name} `));
  return Number(line?.slice(line.lastIndexOf(' ')) ?? 0);
}

/** Everything that is held for requests, by gauge, in a text of metrics; what is 0 is left out. */
export function heldIn(metrics: string): Readonly<Record<string, number>> {
  const lines = metrics
    .split('\n')
    .filter((line) => HELD.some((name) => new RegExp(`^bridge_${name}[{ ]`).test(line)));
  const values = lines.map((line): [string, number] => {
    const end = line.lastIndexOf(' ');
    return [line.slice('bridge_'.length, end), Number(line.slice(end))];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== 0));
}

/** The same of this process. */
export async function heldHere(): Promise<Readonly<Record<string, number>>> {
  return heldIn(await metricsText());
}

/** Files below a folder that this process has open; none where the system does not tell. */
export function openFilesIn(folder: string): readonly string[] {
  try {
    return readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        const path = readlinkSync(`/proc/self/fd/${fd}`);
        return path.startsWith(folder) ? [path] : [];
      } catch {
        // Closed between the two calls.
        return [];
      }
    });
  } catch {
    return [];
  }
}

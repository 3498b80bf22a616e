import { metricsText } from '@bridge/kernel';
import { readdirSync, readlinkSync } from 'node:fs';

/** Metrics that count the resources held by requests. Each must be 0 when no request is in progress. */
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

/** Returns the value of a gauge, such as `client_connections{origin="app"}`, in the text of /metrics; 0 when it is missing. */
export function gaugeIn(metrics: string, name: string): number {
  const line = metrics.split('\n').find((one) => one.startsWith(`bridge_${name} `));
  return Number(line?.slice(line.lastIndexOf(' ')) ?? 0);
}

/** Returns the metrics of resources held by requests (`HELD`) that are not 0, from the text of /metrics. */
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

/** Returns the metrics of resources held by requests (`HELD`) that are not 0 in this process. */
export async function heldHere(): Promise<Readonly<Record<string, number>>> {
  return heldIn(await metricsText());
}

/** Returns the open files of this process inside a folder; empty on systems without /proc. */
export function openFilesIn(folder: string): readonly string[] {
  try {
    return readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        const path = readlinkSync(`/proc/self/fd/${fd}`);
        return path.startsWith(folder) ? [path] : [];
      } catch {
        // The file was closed after its name was listed.
        return [];
      }
    });
  } catch {
    return [];
  }
}

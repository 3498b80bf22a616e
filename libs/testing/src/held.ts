import { metricsText } from '@bridge/kernel';
import { readdirSync, readlinkSync } from 'node:fs';

/** Gauges of resources that requests hold; each is 0 when no request is in flight. */
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

/** The value of one gauge with its labels, as `client_connections{origin="app"}`, in a metrics text; 0 when it is missing. */
export function gaugeIn(metrics: string, name: string): number {
  const line = metrics.split('\n').find((one) => one.startsWith(`bridge_${name} `));
  return Number(line?.slice(line.lastIndexOf(' ')) ?? 0);
}

/** The values of these gauges in a metrics text, without those that are 0. */
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

/** The values of these gauges in this process. */
export async function heldHere(): Promise<Readonly<Record<string, number>>> {
  return heldIn(await metricsText());
}

/** Files below a folder that this process has open; empty on systems without /proc. */
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

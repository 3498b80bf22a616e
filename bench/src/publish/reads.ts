import autocannon from 'autocannon';
import { findProgram } from '@bridge/testing';
import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { promisify } from 'node:util';
import { CONNECTIONS, median } from '../load.ts';
import { cpuMs } from '../process.ts';

/** URL and Host header of a page, and the process that serves it. */
export interface ServedPage {
  readonly url: string;
  readonly host: string;
  readonly pid: number;
}
/** Answers per second, and the server's CPU time per answer in µs. */
export interface ReadRates {
  readonly perSecond: number;
  readonly cpuUs: number;
}

const run = promisify(execFile);
const ROUNDS = 5;
const SECONDS = 3;
const WARM_SECONDS = 1;

async function etagOf({ url, host }: ServedPage): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'HEAD', headers: { host } }, (response) => {
      response.resume();
      resolve(response.headers.etag ?? '');
    });
    outgoing.on('error', reject).end();
  });
}

async function byWrk(
  { url, host }: ServedPage,
  headers: Readonly<Record<string, string>>,
  seconds: number,
): Promise<{ readonly count: number; readonly perSecond: number }> {
  const given = Object.entries({ Host: host, ...headers }).flatMap(([name, value]) => [
    '-H',
    `${name}: ${value}`,
  ]);
  const { stdout } = await run('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, ...given, url]);
  const failed = /Non-2xx or 3xx responses: ([0-9]+)/.exec(stdout)?.[1];
  if (failed !== undefined) throw new Error(`${failed} reads of ${url} went wrong`);
  return {
    count: Number(/([0-9]+) requests in/.exec(stdout)?.[1]),
    perSecond: Number(/Requests\/sec:\s+([0-9.]+)/.exec(stdout)?.[1]),
  };
}

async function byAutocannon(
  { url, host }: ServedPage,
  headers: Readonly<Record<string, string>>,
  seconds: number,
): Promise<{ readonly count: number; readonly perSecond: number }> {
  const load = { url, headers: { host, ...headers }, connections: CONNECTIONS, duration: seconds };
  const result = await autocannon(load);
  if (result['4xx'] + result['5xx'] > 0) throw new Error(`reads of ${url} went wrong`);
  return { count: result.requests.total, perSecond: result.requests.average };
}

async function readFor(
  served: ServedPage,
  headers: Readonly<Record<string, string>>,
  seconds: number,
): Promise<ReadRates> {
  const read = findProgram('wrk') === null ? byAutocannon : byWrk;
  const from = cpuMs(served.pid);
  const { count, perSecond } = await read(served, headers, seconds);
  return { perSecond, cpuUs: ((cpuMs(served.pid) - from) * 1_000) / count };
}

function middle(readings: readonly ReadRates[]): ReadRates {
  return {
    perSecond: median(readings.map(({ perSecond }) => perSecond)),
    cpuUs: median(readings.map(({ cpuUs }) => cpuUs)),
  };
}

/** Reads two pages alternately, with or without If-None-Match. Returns the median rates of each page. */
export async function reads(
  a: ServedPage,
  b: ServedPage,
  conditional: boolean,
): Promise<readonly [ReadRates, ReadRates]> {
  const [forA, forB] = await Promise.all(
    [a, b].map(async (one): Promise<Record<string, string>> =>
      conditional ? { 'if-none-match': await etagOf(one) } : {},
    ),
  );
  await readFor(a, forA ?? {}, WARM_SECONDS);
  await readFor(b, forB ?? {}, WARM_SECONDS);
  const [ofA, ofB]: [ReadRates[], ReadRates[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ofA.push(await readFor(a, forA ?? {}, SECONDS));
    ofB.push(await readFor(b, forB ?? {}, SECONDS));
  }
  return [middle(ofA), middle(ofB)];
}

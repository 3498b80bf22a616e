import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { LIMITS } from '@bridge/contracts';

/** Target address, agent keys and number of the HTTP clients that post large request bodies. */
export interface LargeBodyClientOptions {
  readonly port: number;
  readonly host: string;
  readonly secrets: readonly string[];
  readonly word: string;
  readonly clients: number;
}
/** Number of answers by HTTP status. Status 0 counts broken connections. */
export type LargeBodyClientStatuses = Readonly<Record<number, number>>;

const RETRY_AFTER_MS = 1_000;
const { port, host, secrets, word, clients } = workerData as LargeBodyClientOptions;
/** A page of 20 MiB, built once so that building it is not measured. */
const html = Buffer.from('🌍'.repeat(LIMITS.rawHtmlCharsMax));
const tail = Buffer.from('"}}');

function post(secret: string, key: string): Promise<number> {
  const head = Buffer.from(
    `{"action":"builder.create","payload":{"title":"Large","word":"${word}","idempotency_key":"${key}","raw_html":"`,
  );
  return new Promise((resolve) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        path: '/api/agent-bridge/act',
        method: 'POST',
        agent: false,
        headers: {
          host,
          authorization: `Bearer ${secret}`,
          'content-type': 'application/json',
          'content-length': head.length + html.length + tail.length,
        },
      },
      (response) => {
        response.resume();
        response.on('close', () => resolve(response.statusCode ?? 0));
      },
    );
    outgoing.on('error', () => resolve(0));
    outgoing.write(head);
    outgoing.write(html);
    outgoing.end(tail);
  });
}

const statuses: Record<number, number> = {};
let isOver = false;
parentPort?.once('message', () => (isOver = true));
const all = Array.from({ length: clients }, async (_, n) => {
  for (let round = 0; !isOver; round += 1) {
    const status = await post(secrets[n % secrets.length] ?? '', `large-${n}-${round}`);
    statuses[status] = (statuses[status] ?? 0) + 1;
    // Wait as long as Retry-After demands. Without the pause, the gateway would do nothing but refuse requests.
    if (status !== 200) await delay(RETRY_AFTER_MS);
  }
});
await Promise.all(all);
parentPort?.postMessage(statuses);
parentPort?.close();

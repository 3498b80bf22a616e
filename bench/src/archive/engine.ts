import { gzipSync } from 'node:zlib';

const PAYLOAD_CHARS = 16 * 1024 * 1024;
const PAGE = 2_000;
const POLL_MS = 100;
const UID = 'bench-prepared';

/** URL and key of the Meilisearch server in BRIDGE_TEST_MEILI (`http://:KEY@host:port`). */
export interface MeilisearchServerAddress {
  readonly origin: string;
  readonly key: string;
}

/** Parses the address of a Meilisearch server; returns null when the address is undefined. */
export function namedEngine(address: string | undefined): MeilisearchServerAddress | null {
  if (address === undefined) return null;
  const { origin, password } = new URL(address);
  return { origin, key: decodeURIComponent(password) };
}

/** Sends a JSON request to Meilisearch; throws with the response when it is refused. */
async function ask(
  { origin, key }: MeilisearchServerAddress,
  method: string,
  path: string,
  body?: Uint8Array | object,
): Promise<Record<string, unknown>> {
  const isPacked = body instanceof Uint8Array;
  const reply = await fetch(new URL(path, origin), {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'accept-encoding': 'identity',
      'content-type': isPacked ? 'application/x-ndjson' : 'application/json',
      ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
    },
    ...(body === undefined ? {} : { body: isPacked ? Buffer.from(body) : JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

async function done(
  engine: MeilisearchServerAddress,
  task: Record<string, unknown>,
): Promise<void> {
  for (;;) {
    const { status } = await ask(engine, 'GET', `/tasks/${String(task['taskUid'])}`);
    if (status === 'succeeded') return;
    if (status === 'failed') throw new Error(`a task of the engine failed`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function payloadsOf(engine: MeilisearchServerAddress, uid: string): Promise<Buffer[]> {
  const payloads: Buffer[] = [];
  let [lines, chars]: [string[], number] = [[], 0];
  const pack = (): void => {
    if (lines.length > 0) payloads.push(gzipSync(lines.join('\n'), { level: 1 }));
    [lines, chars] = [[], 0];
  };
  for (let offset = 0; ; offset += PAGE) {
    const path = `/indexes/${uid}/documents?limit=${PAGE}&offset=${offset}`;
    const { results } = (await ask(engine, 'GET', path)) as { results?: object[] };
    for (const document of results ?? []) {
      const line = JSON.stringify(document);
      lines.push(line);
      chars += line.length;
      if (chars >= PAYLOAD_CHARS) pack();
    }
    if ((results ?? []).length < PAGE) break;
  }
  pack();
  return payloads;
}

/**
 * Indexes a copy of all documents of the Meilisearch index `uid` with the same settings, and returns the duration in s. No
 * import of these documents can be faster.
 */
export async function preparedSeconds(
  engine: MeilisearchServerAddress,
  uid: string,
): Promise<number> {
  const settings = await ask(engine, 'GET', `/indexes/${uid}/settings`);
  const payloads = await payloadsOf(engine, uid);
  await done(engine, await ask(engine, 'POST', '/indexes', { uid: UID, primaryKey: 'key' }));
  await done(engine, await ask(engine, 'PATCH', `/indexes/${UID}/settings`, settings));
  const from = performance.now();
  let last: Record<string, unknown> = {};
  for (const payload of payloads)
    last = await ask(engine, 'POST', `/indexes/${UID}/documents`, payload);
  await done(engine, last);
  const seconds = (performance.now() - from) / 1_000;
  await done(engine, await ask(engine, 'DELETE', `/indexes/${UID}`));
  return seconds;
}

/** Runs `work` and returns its duration and the part spent waiting for Meilisearch, in ms. Not for concurrent calls. */
export async function waitingOnEngine(work: () => Promise<unknown>): Promise<{
  readonly ms: number;
  readonly waitedMs: number;
}> {
  const plain = globalThis.fetch;
  let waitedMs = 0;
  globalThis.fetch = async (...args) => {
    const from = performance.now();
    const reply = await plain(...args);
    // The wait includes reading the body, so the caller gets a response with a complete body.
    const copy = new Response(await reply.arrayBuffer(), reply);
    waitedMs += performance.now() - from;
    return copy;
  };
  const from = performance.now();
  try {
    await work();
  } finally {
    globalThis.fetch = plain;
  }
  return { ms: performance.now() - from, waitedMs };
}

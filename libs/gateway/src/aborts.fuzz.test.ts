import { metricsText } from '@bridge/kernel';
import {
  gaugeIn,
  heldHere,
  openFilesIn,
  startGateway,
  until,
  withoutRates,
  type GatewayTestRig,
} from '@bridge/testing';
import { fuzz } from '@bridge/testing/fuzz';
import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';

const KIB = 1024;
/** An HTML text of 16 MB. The gateway stores a text of this length as an object in the blob store and streams it. */
const LONG_PAGE = `<!doctype html>${'🌊'.repeat(4_000_000)}`;
/**
 * Upper bound of the random step at which the clients disconnect. A step is the start or the end of a call of the database, bus
 * or blob store; the longest request has fewer.
 */
const CROSSINGS_MAX = 24;
const TURNS_MAX = 300;
const SEEN_TURNS_MAX = 50;

let rig: GatewayTestRig;
let folder: string;
let key: string;
let pageId: number;
/**
 * The prepared disconnect: `fire` runs after `left` further steps of the gateway (starts and ends of calls of database, bus or
 * blob store).
 */
let armed: { left: number; readonly fire: () => Promise<void> } | null = null;

async function watch(): Promise<void> {
  if (armed === null || (armed.left -= 1) >= 0) return;
  const { fire } = armed;
  armed = null;
  await fire();
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bridge-aborts-'));
  const limits = withoutRates(folder, { in_flight_per_key: 20 });
  rig = await startGateway({ BRIDGE_LIMITS: limits }, {}, undefined, undefined, watch);
  key = await rig.key();
  // Closes the connections of the setup requests, because the test expects that no connection is open afterwards.
  const close = { connection: 'close' };
  const word = { word: 'aborted', idempotency_key: 'found-0001' };
  await rig.act(key, { action: 'worlds.found', payload: word }, close);
  const page = { word: 'aborted', title: 't', raw_html: LONG_PAGE, idempotency_key: 'long-0001' };
  const made = await rig.act(key, { action: 'builder.create', payload: page }, close);
  pageId = made.json.result.website.page_id;
  await until('no connection', async () => (await connections()) === 0);
});
afterAll(async () => {
  await rig.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The parts of an HTTP request that a test writes to a socket. */
interface RequestParts {
  readonly method?: string;
  readonly path: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  /** The Content-Length header, when it differs from the body's length. */
  readonly declaredBytes?: number;
}
let sent = 0;

/** Requests by name: at least one for each way in which a route of the gateway waits (for a body, a service or the store). */
const REQUESTS: Readonly<Record<string, () => RequestParts>> = {
  list: () => act('worlds.list', {}),
  pages: () => act('builder.list', {}),
  create: () => create('<h1>small</h1>'),
  createStored: () => create(`<p>${'x'.repeat(300 * KIB)}</p>`),
  createLarge: () => create(`<p>${'x'.repeat(1_200 * KIB)}</p>`),
  patch: () =>
    act('builder.patch', {
      page_id: pageId,
      expected_revision: 1_000,
      idempotency_key: unused(),
      patch_ops: [{ op: 'replace_text', old: 'a', new: 'b' }],
    }),
  get: () => act('builder.get', { page_id: pageId }),
  unknownAction: () => act('no.such', {}),
  notJson: () => ({ path: '/api/agent-bridge/act', body: '{"action":' }),
  tooLong: () => ({ path: '/api/agent-bridge/act', body: '{', declaredBytes: 65 * KIB * KIB }),
  expecting: () => ({ ...act('worlds.list', {}), headers: ['Expect: 100-continue'] }),
  raw: () => ({ method: 'GET', path: `/api/agent-bridge/pages/${pageId}/raw` }),
  rawPut: () => ({
    method: 'PUT',
    path: `/api/agent-bridge/pages/${pageId}/raw`,
    headers: [
      'Content-Type: text/html; charset=utf-8',
      'If-Match: "r1000"',
      `Idempotency-Key: ${unused()}`,
    ],
    body: 'x'.repeat(300 * KIB),
  }),
  rawHead: () => ({ method: 'HEAD', path: `/api/agent-bridge/pages/${pageId}/raw` }),
  whoami: () => ({ method: 'GET', path: '/api/agent-bridge/whoami' }),
  info: () => ({ method: 'GET', path: '/api/agent-bridge' }),
  document: () => ({ method: 'GET', path: '/llms.txt' }),
  nowhere: () => ({ method: 'GET', path: '/nowhere' }),
  file: () => ({ method: 'GET', path: '/console/' }),
  keys: () => ({ method: 'GET', path: '/api/agent-bridge/keys' }),
  session: () => ({ method: 'GET', path: '/api/auth/get-session', headers: ['Cookie: a=b'] }),
  tool: () => mcp({ name: 'builder_get', arguments: { page_id: pageId } }),
  toolBatch: () =>
    mcp(
      { name: 'worlds_list', arguments: {} },
      { name: 'builder_get', arguments: { page_id: pageId } },
    ),
};

function unused(): string {
  sent += 1;
  return `aborted-${sent}`;
}
function act(action: string, payload: object): RequestParts {
  return { path: '/api/agent-bridge/act', body: JSON.stringify({ action, payload }) };
}
function create(html: string): RequestParts {
  const payload = { word: 'aborted', title: 't', raw_html: html, idempotency_key: unused() };
  return act('builder.create', payload);
}
function mcp(...calls: readonly object[]): RequestParts {
  const messages = calls.map((params, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params,
  }));
  const isBatch = calls.length > 1;
  return {
    path: '/api/mcp',
    headers: [
      'Accept: application/json, text/event-stream',
      ...(isBatch ? [] : ['MCP-Protocol-Version: 2025-11-25']),
    ],
    body: JSON.stringify(isBatch ? messages : messages[0]),
  };
}

function bytesOf({
  method = 'POST',
  path,
  headers = [],
  body,
  declaredBytes,
}: RequestParts): string {
  const length = declaredBytes ?? body?.length;
  const isTyped = headers.some((line) => line.startsWith('Content-Type'));
  return [
    `${method} ${path} HTTP/1.1`,
    `Host: ${new URL(rig.base).host}`,
    `Authorization: Bearer ${key}`,
    ...headers,
    ...(length === undefined
      ? []
      : [...(isTyped ? [] : ['Content-Type: application/json']), `Content-Length: ${length}`]),
    '',
    body ?? '',
  ].join('\r\n');
}

/** A connection that sends requests and is closed by the client before it has all answers. */
interface AbortedConnection {
  readonly names: readonly string[];
  /** Share (0 to 1) of the bytes of the requests that is sent before the client disconnects. */
  readonly share: number;
  readonly reads: boolean;
}

/** A generated test case: several connections, the moment at which their clients disconnect, and how they do it. */
interface AbortCase {
  readonly connections: readonly AbortedConnection[];
  /**
   * The clients disconnect at this step of the gateway (0 is the first start or end of a call of the database, bus or blob
   * store), or after `turns` turns of the event loop, whichever comes first.
   */
  readonly crossing: number;
  readonly turns: number;
  readonly how: 'reset' | 'destroy' | 'end';
}

async function opened(): Promise<Socket> {
  const socket = connect(Number(new URL(rig.base).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}
async function connections(): Promise<number> {
  return gaugeIn(await metricsText(), 'client_connections{origin="app"}');
}

async function abort(one: AbortCase): Promise<void> {
  const sockets = await Promise.all(one.connections.map(opened));
  const fired = Promise.withResolvers<void>();
  const leave = async (): Promise<void> => {
    for (const socket of sockets) {
      if (one.how === 'reset') socket.resetAndDestroy();
      else if (one.how === 'destroy') socket.destroy();
      else socket.end();
    }
    // Waits until the gateway has noticed the disconnects. Node reports a reset at once or, for a paused socket, at the next
    // read.
    for (let turn = 0; turn < SEEN_TURNS_MAX && (await connections()) > 0; turn += 1)
      await turnOfLoop();
    fired.resolve();
  };
  // The gateway waits for the promise of `fire`. An error in it rejects `fired`, which fails the test.
  armed = { left: one.crossing, fire: () => leave().catch(fired.reject) };
  for (const [at, { names, share, reads }] of one.connections.entries()) {
    const text = names.map((name) => bytesOf(REQUESTS[name]?.() ?? { path: '/' })).join('');
    if (reads) sockets[at]?.on('data', () => undefined);
    sockets[at]?.write(text.slice(0, Math.ceil(share * text.length)));
  }
  for (let turn = 0; turn < one.turns && armed !== null; turn += 1) await turnOfLoop();
  if (armed !== null) {
    armed = null;
    await leave();
  }
  await fired.promise;
  if (one.how === 'end') for (const socket of sockets) socket.destroy();
  await until('everything to be given back', async () => {
    const files = openFilesIn(rig.services.folder);
    const now = { held: await heldHere(), connections: await connections(), files };
    expect(now).toEqual({ held: {}, connections: 0, files: [] });
    return true;
  });
}

const connection = fc.record({
  names: fc.array(fc.constantFrom(...Object.keys(REQUESTS)), { minLength: 1, maxLength: 4 }),
  share: fc.oneof(
    { weight: 3, arbitrary: fc.constant(1) },
    fc.double({ min: 0.01, max: 1, noNaN: true }),
  ),
  reads: fc.boolean(),
});

// Verifies: safety.released.
fuzz(
  'gateway-aborts',
  'whatever is asked, and wherever the client goes away, everything is given back',
  () =>
    fc.asyncProperty(
      fc.record({
        connections: fc.array(connection, { minLength: 1, maxLength: 4 }),
        crossing: fc.nat({ max: CROSSINGS_MAX }),
        turns: fc.nat({ max: TURNS_MAX }),
        how: fc.constantFrom('reset' as const, 'destroy' as const, 'end' as const),
      }),
      abort,
    ),
  { cost: 200 },
);

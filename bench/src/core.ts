import { ALL_TOOL_SCOPES, newOwner, server, startProduct, startSplit } from '@bridge/testing';
import { act, createDraft } from './act.ts';
import { aloneMs, largePage, MARK, MARK_TEXT_CHARS, medianMs } from './large.ts';
import { inTurn, throughput, type RepeatedRequest } from './load.ts';
import { PEER_KEY } from './peers/rows.ts';
import { preparePeers, startNatsPeer, startPeer } from './peers.ts';
import { rssMb } from './process.ts';
import { type ProgressPrinter, row, type BenchComparisonRow } from './table.ts';

const ROUNDS = 3;
const SECONDS = 4;
const WARM_SECONDS = 2;
const PROTOCOL = '2025-11-25';

function actLoad(url: string, key: string, action = 'worlds.list'): RepeatedRequest {
  return {
    url,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ action, payload: {} }),
  };
}
function direct(load: RepeatedRequest, baseUrl: string): RepeatedRequest {
  // wrk adds its own Host header unless this one is spelled exactly `Host`. The gateway would refuse two Host headers.
  return { ...load, headers: { ...load.headers, Host: new URL(baseUrl).host } };
}
function mcpLoad(url: string, key: string, method: string, params: object): RepeatedRequest {
  return {
    url,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': PROTOCOL,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  };
}
const CALL = ['tools/call', { name: 'worlds_list', arguments: {} }] as const;
const LIST = ['tools/list', {}] as const;

async function rates(
  ours: RepeatedRequest,
  peer: RepeatedRequest,
): Promise<readonly [number, number]> {
  await throughput(ours, WARM_SECONDS);
  await throughput(peer, WARM_SECONDS);
  return inTurn(ours, peer, ROUNDS, SECONDS);
}

async function largeRows(
  baseUrl: string,
  key: string,
  databaseUrl: string,
): Promise<BenchComparisonRow[]> {
  const pageId = await createDraft(baseUrl, key, {
    title: 'Large',
    word: 'bench-world',
    raw_html: largePage(),
    idempotency_key: 'bench-large-1',
  });
  const get = await medianMs(
    async () => void (await act(baseUrl, key, 'builder.get', { page_id: pageId })),
  );
  let revision = 1;
  let now = MARK;
  const patch = await medianMs(async (round) => {
    // The new text is as long as the old one, because the page already has the maximum size.
    const next = `<p id="here">${String(round).padStart(MARK_TEXT_CHARS, '0')}</p>`;
    await act(baseUrl, key, 'builder.patch', {
      page_id: pageId,
      expected_revision: revision,
      idempotency_key: `bench-patch-${round}`,
      patch_ops: [{ op: 'replace_text', old: now, new: next }],
    });
    now = next;
    revision += 1;
  });
  const alone = await aloneMs(databaseUrl);
  return [
    row('builder.get of 5 MiB, p50', [get, 'ms'], [alone.get, 'ms'], ['<=', 3]),
    row('builder.patch of 5 MiB, p50', [patch, 'ms'], [alone.patch, 'ms'], ['<=', 3]),
  ];
}

async function allInOne(say: ProgressPrinter): Promise<BenchComparisonRow[]> {
  const postgres = await server('postgres', { own: true });
  // `npm start` compiles the sources in another process. The compiler would count as 20 MB of the product's memory.
  await (await startProduct()).stop();
  const product = await startProduct({ env: { BRIDGE_DB: postgres.url, BRIDGE_LIMITS: 'off' } });
  try {
    const idle = rssMb(product.program.pid);
    const owner = await newOwner(product.baseUrl, product.env);
    const { secret } = await owner.makeKey({ scopes: ALL_TOOL_SCOPES });
    await act(product.baseUrl, secret, 'worlds.found', {
      word: 'bench-world',
      idempotency_key: 'bench-found-1',
    });
    await preparePeers(postgres.url);
    const bare = await startPeer('bare.ts', postgres.url);
    const sdk = await startPeer('sdk.ts', postgres.url);
    const actUrl = `${product.baseUrl}/api/agent-bridge/act`;
    const mcpUrl = `${product.baseUrl}/api/mcp`;
    say('act worlds.list against bare node:http + pg');
    const [ourAct, bareAct] = await rates(actLoad(actUrl, secret), actLoad(bare.url, PEER_KEY));
    say('tools/call worlds_list against the official SDK');
    const [ourCall, sdkCall] = await rates(
      mcpLoad(mcpUrl, secret, ...CALL),
      mcpLoad(sdk.url, PEER_KEY, ...CALL),
    );
    say('tools/call against the same call by act');
    const [callAgain, actAgain] = await rates(
      mcpLoad(mcpUrl, secret, ...CALL),
      actLoad(actUrl, secret),
    );
    say('tools/list against the official SDK');
    const [ourList, sdkList] = await rates(
      mcpLoad(mcpUrl, secret, ...LIST),
      mcpLoad(sdk.url, PEER_KEY, ...LIST),
    );
    await bare.stop();
    await sdk.stop();
    say('5 MiB: get and patch');
    const large = await largeRows(product.baseUrl, secret, postgres.url);
    const after = rssMb(product.program.pid);
    const rate = 'req/s';
    return [
      row('all-in-one, act worlds.list / bare', [ourAct, rate], [bareAct, rate], ['>=', 0.6]),
      row('all-in-one, tools/call / SDK', [ourCall, rate], [sdkCall, rate], ['>=', 4]),
      row('all-in-one, tools/call / act', [callAgain, rate], [actAgain, rate], ['>=', 0.9]),
      row('all-in-one, tools/list / SDK', [ourList, rate], [sdkList, rate], ['>=', 6]),
      ...large,
      row('RSS idle / 180 MB', [idle, 'MB'], [180, 'MB'], ['<=', 1]),
      row('RSS after / 400 MB', [after, 'MB'], [400, 'MB'], ['<=', 1]),
    ];
  } finally {
    await product.stop();
    await postgres.stop();
  }
}

async function split(say: ProgressPrinter): Promise<BenchComparisonRow[]> {
  const product = await startSplit({
    env: { BRIDGE_LIMITS: 'off' },
    replicas: { gateway: 1, builder: 1 },
  });
  try {
    const owner = await newOwner(product.baseUrl, product.env);
    const { secret } = await owner.makeKey({ scopes: ALL_TOOL_SCOPES });
    await act(product.baseUrl, secret, 'worlds.found', {
      word: 'bench-world',
      idempotency_key: 'bench-found-1',
    });
    await preparePeers(product.servers.postgres.url);
    const peer = await startNatsPeer(product.servers.postgres.url, product.servers.nats.url);
    say('split: act worlds.list against Fastify, NATS and a worker');
    const [ours, theirs] = await rates(
      // Requests go directly to a gateway. The load balancer runs in this bench process and is not part of the product.
      direct(
        actLoad(`http://127.0.0.1:${product.gatewayPorts[0]}/api/agent-bridge/act`, secret),
        product.baseUrl,
      ),
      actLoad(peer.url, PEER_KEY),
    );
    await peer.stop();
    return [
      row(
        'split, act worlds.list / Fastify + NATS',
        [ours, 'req/s'],
        [theirs, 'req/s'],
        ['>=', 0.9],
      ),
    ];
  } finally {
    await product.stop();
  }
}

/**
 * Main bench suite: calls over the HTTP API (act) and MCP, with all services in one process and in separate processes, large
 * pages, and memory.
 */
export async function core(say: ProgressPrinter): Promise<readonly BenchComparisonRow[]> {
  return [...(await allInOne(say)), ...(await split(say))];
}

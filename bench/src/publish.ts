import {
  ALL_TOOL_SCOPES,
  freePort,
  newOwner,
  startProduct,
  startSplit,
  type Split,
} from '@bridge/testing';
import { act } from './act.ts';
import { medianMs } from './large.ts';
import { fillWithPages, readEveryPage } from './publish/many-pages.ts';
import { startNginx } from './publish/nginx.ts';
import { reads, type ReadRates, type ServedPage } from './publish/reads.ts';
import { cpuMs, peakRssMb, rssMb } from './process.ts';
import { row, type Row } from './table.ts';

type Say = (text: string) => void;

const WORD = 'bench-publish';
const SMALL_CHARS = 100 * 1024;
const LARGE_CHARS = 5 * 1024 * 1024;
const SERVED_CHARS = 20 * 1024;
const PUBLICATIONS_AT_ONCE = 8;
const TRIES_MAX = 5;
const PAGES = 10_000;
const SHORT_PAGES = 1_000;
/** The fast path of the content origin stays while it answers this many times as many requests as its plain twin. ADR 013. */
const FAST_PATH_GAIN = 1.3;
const FAST_PATH_CPU_SHARE = 0.77;

/** A self-contained page of `chars` characters; `mark` makes its bytes unique. */
export function pageOf(chars: number, mark: string): string {
  const start = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${mark}</title><style>p{margin:1em}</style></head><body>`;
  const line = `<p class="item" id="${mark}">The quick brown fox jumps over the lazy dog, 0123456789.</p>\n`;
  const script = '<script>document.title += " 1";</script>';
  const lines = line
    .replace(/ id="[^"]*"/, '')
    .repeat(Math.floor((chars - start.length - script.length) / line.length));
  return (start + lines + script).padEnd(chars, ' ');
}

interface PublishReply {
  readonly result: {
    readonly website: {
      readonly page_id: number;
      readonly snapshot: { readonly snapshot_id: string };
    };
  };
}

let made = 0;
async function createPage(baseUrl: string, key: string, chars: number): Promise<number> {
  made += 1;
  const reply = (await act(baseUrl, key, 'builder.create', {
    title: `Bench ${made}`,
    word: WORD,
    raw_html: pageOf(chars, `m${made}`),
    idempotency_key: `bench-create-${made}`,
  })) as PublishReply;
  return reply.result.website.page_id;
}

async function publishPage(baseUrl: string, key: string, pageId: number): Promise<PublishReply> {
  const input = {
    page_id: pageId,
    expected_revision: 1,
    idempotency_key: `bench-publish-${pageId}`,
  };
  return (await act(baseUrl, key, 'builder.publish', input)) as PublishReply;
}

/** Publishes as a client does: after a time-out it repeats the call with the same idempotency key. */
async function publishInTheEnd(baseUrl: string, key: string, pageId: number): Promise<void> {
  for (let left = TRIES_MAX; ; left -= 1) {
    try {
      await publishPage(baseUrl, key, pageId);
      return;
    } catch (error) {
      if (left <= 1 || !/answered 50[34]|idempotency_in_progress/.test(String(error))) throw error;
    }
  }
}

/** Median ms of publishing pages of this size, created beforehand, and the CPU time of each. */
async function publishMs(
  baseUrl: string,
  key: string,
  chars: number,
  rounds: number,
  pid: number,
): Promise<{ readonly ms: number; readonly cpuMs: number }> {
  const pages: number[] = [];
  for (let n = 0; n <= rounds; n += 1) pages.push(await createPage(baseUrl, key, chars));
  const from = cpuMs(pid);
  const ms = await medianMs(
    async (round) => void (await publishPage(baseUrl, key, pages[round] ?? 0)),
    rounds,
  );
  return { ms, cpuMs: (cpuMs(pid) - from) / (rounds + 1) };
}

async function keyFor(baseUrl: string, env: Readonly<Record<string, string>>): Promise<string> {
  const owner = await newOwner(baseUrl, env);
  const { secret } = await owner.makeKey({ scopes: ALL_TOOL_SCOPES });
  await act(baseUrl, secret, 'worlds.found', { word: WORD, idempotency_key: 'bench-found-1' });
  return secret;
}

async function publishRows(say: Say): Promise<readonly Row[]> {
  const product = await startProduct({ env: { BRIDGE_LIMITS: 'off' } });
  try {
    const key = await keyFor(product.baseUrl, product.env);
    say('publishing 100 KB and 5 MiB in the all-in-one');
    const { pid } = product.program;
    const small = await publishMs(product.baseUrl, key, SMALL_CHARS, 15, pid);
    const large = await publishMs(product.baseUrl, key, LARGE_CHARS, 5, pid);
    return [
      row('publish of 100 KB, p50', [small.ms, 'ms'], [40, 'ms'], ['<=', 1]),
      // CPU time of all threads: unlike elapsed time, a busy machine changes it little.
      row('  its CPU time', [small.cpuMs, 'ms'], [40, 'ms'], ['<=', 2]),
      row('publish of 5 MiB, p50', [large.ms, 'ms'], [1_500, 'ms'], ['<=', 1]),
      row('  its CPU time', [large.cpuMs, 'ms'], [1_500, 'ms'], ['<=', 2]),
    ];
  } finally {
    await product.stop();
  }
}

function pidOf(split: Split, service: string, nth = 0): number {
  const replicas = split.replicas.filter((replica) => replica.service === service);
  return replicas[nth]?.program.pid ?? 0;
}

function servingRows(what: string, ours: ReadRates, theirs: ReadRates): readonly Row[] {
  const cpu = 'µs CPU';
  return [
    row(
      `${what}, sites / nginx`,
      [ours.perSecond, 'req/s'],
      [theirs.perSecond, 'req/s'],
      ['>=', 0.5],
    ),
    row(`${what}, CPU per request`, [ours.cpuUs, cpu], [theirs.cpuUs, cpu], ['<=', 2]),
  ];
}

/** A page of 20 KB, live, as one replica of sites serves it. */
async function servedPage(
  split: Split,
  key: string,
): Promise<(port: string, nth: number) => ServedPage> {
  const pageId = await createPage(split.baseUrl, key, SERVED_CHARS);
  await publishPage(split.baseUrl, key, pageId);
  const host = `p${pageId}.${new URL(split.contentUrl).host}`;
  return (port, nth) => ({
    url: `http://127.0.0.1:${port}/`,
    host,
    pid: pidOf(split, 'sites', nth),
  });
}

async function serving(split: Split, key: string, say: Say): Promise<readonly Row[]> {
  const at = await servedPage(split, key);
  const nginx = await startNginx(pageOf(SERVED_CHARS, 'nginx'), say);
  if (nginx === null) return [];
  try {
    const ours = at(new URL(split.contentUrl).port, 0);
    const theirs = { url: nginx.url, host: 'localhost', pid: nginx.pid };
    say('a live page of 20 KB against nginx, whole and by 304');
    const [page, peerPage] = await reads(ours, theirs, false);
    const [same, peerSame] = await reads(ours, theirs, true);
    return [
      ...servingRows('live page of 20 KB', page, peerPage),
      ...servingRows('304 of it', same, peerSame),
    ];
  } finally {
    await nginx.stop();
  }
}

/** The fast path of the content origin against node:http alone: two replicas of one product, read in turn. ADR 036. */
async function fastPathRows(
  split: Split,
  key: string,
  plainPort: number,
  say: Say,
): Promise<readonly Row[]> {
  const at = await servedPage(split, key);
  const [fast, plain] = [at(new URL(split.contentUrl).port, 0), at(String(plainPort), 1)];
  say('the same page by the fast path and by node:http alone');
  const rows: Row[] = [];
  for (const [what, isConditional] of [
    ['live page of 20 KB', false],
    ['304 of it', true],
  ] as const) {
    const [ours, theirs] = await reads(fast, plain, isConditional);
    const per = 'req/s';
    rows.push(
      row(
        `${what}, fast path / plain`,
        [ours.perSecond, per],
        [theirs.perSecond, per],
        ['>=', FAST_PATH_GAIN],
      ),
      row(
        '  CPU per request',
        [ours.cpuUs, 'µs CPU'],
        [theirs.cpuUs, 'µs CPU'],
        ['<=', FAST_PATH_CPU_SHARE],
      ),
    );
  }
  return rows;
}

async function memory(split: Split, key: string, pages: number, say: Say): Promise<readonly Row[]> {
  say(`${pages} different pages through sites`);
  const basis = await createPage(split.baseUrl, key, SERVED_CHARS);
  await publishPage(split.baseUrl, key, basis);
  const hosts = await fillWithPages(split, basis, pages, (n) => pageOf(SERVED_CHARS, `n${n}`));
  const most = await readEveryPage(split, hosts, () => rssMb(pidOf(split, 'sites')));
  say(`${Math.round(most)} MB at most; then 8 publications of 5 MiB at once`);
  const drafts: number[] = [];
  for (let n = 0; n < PUBLICATIONS_AT_ONCE; n += 1)
    drafts.push(await createPage(split.baseUrl, key, LARGE_CHARS));
  await Promise.all(drafts.map((draft) => publishInTheEnd(split.baseUrl, key, draft)));
  return [
    row(`RSS of sites, ${pages} pages`, [most, 'MB'], [150, 'MB'], ['<=', 1]),
    row(
      'peak RSS of publisher, 8 × 5 MiB',
      [peakRssMb(pidOf(split, 'publisher')), 'MB'],
      [512, 'MB'],
      ['<=', 1],
    ),
  ];
}

/** Parts of this suite; `npm run bench -- publish serving` measures one of them. */
const PARTS = ['publishing', 'serving', 'plain', 'memory'] as const;

/** Publishing and serving: speed against fixed goals and nginx, memory against fixed goals. */
export async function publish(say: Say, args: readonly string[]): Promise<readonly Row[]> {
  const named = PARTS.filter((part) => args.includes(part));
  const parts = new Set(named.length === 0 ? PARTS : named);
  const rows: Row[] = parts.has('publishing') ? [...(await publishRows(say))] : [];
  if (parts.size === 1 && parts.has('publishing')) return rows;
  const plainPort = await freePort();
  const plainSites = { BRIDGE_FAST_PATHS: 'off', BRIDGE_CONTENT_LISTEN: `127.0.0.1:${plainPort}` };
  const split = await startSplit({
    env: { BRIDGE_LIMITS: 'off' },
    replicas: { gateway: 1, builder: 1, sites: parts.has('plain') ? 2 : 1 },
    link: async (service, n) => (service === 'sites' && n === 2 ? plainSites : {}),
  });
  try {
    const key = await keyFor(split.baseUrl, split.env);
    if (parts.has('serving')) rows.push(...(await serving(split, key, say)));
    if (parts.has('plain')) rows.push(...(await fastPathRows(split, key, plainPort, say)));
    const pages = args.includes('--short') ? SHORT_PAGES : PAGES;
    if (parts.has('memory')) rows.push(...(await memory(split, key, pages, say)));
    return rows;
  } finally {
    await split.stop();
  }
}

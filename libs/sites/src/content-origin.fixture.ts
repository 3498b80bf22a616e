import {
  builderLive,
  builderSnapshots,
  builderWorldPages,
  hintLive,
  worldsDashboard,
  type Callable,
  type PublicPage,
  type PublicSnapshot,
  type StoredObject,
  type WireInput,
  type WireOutput,
} from '@bridge/contracts';
import { openFsStore, sha256Of, type BlobStore } from '@bridge/blobs';
import { makeRequest, MemoryBus, sendHint, type BusSubscription } from '@bridge/bus';
import { BridgeError, isBridgeError, run, type AnyModule, type Running } from '@bridge/kernel';
import { fakeClock, freePort, testBase, type FakeClock } from '@bridge/testing';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { sitesModule } from './module.ts';

const encode = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value), 'utf8');

/** Answers one message on the bus as its contract says; what `answer` throws goes back as an error. */
function answerOn<C extends Callable>(
  bus: MemoryBus,
  callable: C,
  answer: (input: WireInput<C>) => WireOutput<C> | Promise<WireOutput<C>>,
): BusSubscription {
  return bus.subscribe(callable.subject, callable.service, (message) => {
    void (async () => {
      try {
        const { input } = JSON.parse(Buffer.from(message.data).toString('utf8'));
        const result = callable.wireOutput.parse(
          await answer(callable.wireInput.parse(input) as WireInput<C>),
        );
        message.respond(encode({ ok: true, result }));
      } catch (error) {
        const known = isBridgeError(error) ? error : new BridgeError('internal', {});
        message.respond(encode({ ok: false, error: known.toWire() }));
      }
    })();
  });
}

/** What the public may know, as rows that a test writes. */
export interface Published {
  readonly websites: Map<number, PublicPage>;
  readonly snapshots: Map<number, PublicSnapshot[]>;
  readonly worlds: Map<string, NonNullable<WireOutput<typeof worldsDashboard>['world']>>;
  /** How often each message was asked, by verb. */
  readonly asked: Map<string, number>;
}

/** The content origin on a real socket, a real store and the memory bus. */
export interface ContentOrigin {
  readonly port: number;
  readonly clock: FakeClock;
  readonly bus: MemoryBus;
  readonly blobs: BlobStore;
  readonly blobsFolder: string;
  readonly published: Published;
  /** Stores a page with its variants and archive, and makes it live. */
  publish(page: PublishOptions): Promise<PublicSnapshot>;
  hint(pageId: number, version: number): void;
  /** Takes the services off the bus, or brings them back. */
  away(): Promise<void>;
  back(): void;
  get(host: string, path: string, options?: GetOptions): Promise<Got>;
  stop(): Promise<void>;
}

/** A publication as a test describes it. */
export interface PublishOptions {
  readonly pageId: number;
  readonly html: string | Uint8Array;
  readonly word?: string;
  readonly title?: string;
  readonly visibility?: 'public' | 'unlisted';
  readonly mode?: 'portable' | 'online';
  readonly offlineReady?: boolean;
  readonly externalForm?: boolean;
  readonly archive?: Uint8Array;
  readonly filename?: string;
  readonly at?: string;
  readonly variants?: boolean;
}
/** A request; `host` is sent as it is, whatever the socket. */
export interface GetOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
}
/** An answer as it came over the wire. */
export interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
function snapshotIdOf(html: Uint8Array, title: string): string {
  const digest = createHash('sha256').update(html).update(title).digest();
  return `sn_${Array.from(digest.subarray(0, 26), (byte) => BASE32.charAt(byte % 32)).join('')}`;
}

function serveFacts(bus: MemoryBus, published: Published): readonly BusSubscription[] {
  const { websites, snapshots, worlds, asked } = published;
  const count = (verb: string): void => void asked.set(verb, (asked.get(verb) ?? 0) + 1);
  return [
    answerOn(bus, builderLive, ({ page_id }) => {
      count('live');
      const none: PublicPage = { state: 'none', version: 0 };
      return websites.get(page_id) ?? none;
    }),
    answerOn(bus, builderSnapshots, ({ page_id, snapshot_id }) => {
      count('snapshots');
      const page = websites.get(page_id);
      const open = page?.state === 'live';
      const kept = (snapshots.get(page_id) ?? []).filter(
        (snapshot) => snapshot_id === null || snapshot.snapshot_id === snapshot_id,
      );
      return {
        version: page?.version ?? 0,
        visibility: open ? page.visibility : null,
        suspended: page?.state === 'suspended',
        snapshots: open ? kept : [],
      };
    }),
    answerOn(bus, builderWorldPages, ({ word }) => {
      count('world_pages');
      const pages = [...websites.values()].flatMap((page) =>
        page.state === 'live' && page.visibility === 'public' && page.snapshot.word === word
          ? [{ page_id: page.page_id, ...page.snapshot }]
          : [],
      );
      return { pages: pages.sort((a, b) => b.published_at.localeCompare(a.published_at)) };
    }),
    answerOn(bus, worldsDashboard, ({ word }) => {
      count('dashboard');
      return { world: worlds.get(word) ?? null };
    }),
  ];
}

/** Sends one request to the loopback address and reads the whole answer. */
export function getFrom(
  port: number,
  host: string,
  path: string,
  { method = 'GET', headers = {}, body }: GetOptions = {},
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { port, host: '127.0.0.1', path, method, headers: { host, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const { statusCode: status = 0 } = response;
          resolve({ status, headers: response.headers, bytes, text: bytes.toString('utf8') });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Starts the content origin as the product does, with services that answer from rows. */
export async function startContentOrigin(
  settings: Readonly<Record<string, string>> = {},
): Promise<ContentOrigin> {
  const folder = await mkdtemp(join(tmpdir(), 'bridge-sites-'));
  const port = await freePort();
  const clock = fakeClock();
  const base = testBase({ BRIDGE_CONTENT_URL: `http://localhost:${port}`, ...settings }, { clock });
  const blobsFolder = join(folder, 'blobs');
  const blobs = await openFsStore(blobsFolder, base);
  const bus = new MemoryBus();
  const published: Published = {
    websites: new Map(),
    snapshots: new Map(),
    worlds: new Map(),
    asked: new Map(),
  };
  let answering = serveFacts(bus, published);
  const opened = (name: string, value: unknown): AnyModule => ({
    name,
    needs: [],
    open: async () => ({ value, close: async () => undefined }),
  });
  const request = makeRequest(bus, clock);
  const running: Running = await run(
    [opened('bus', { driver: bus, request }), opened('blobs', blobs), sitesModule('all-in-one')],
    base,
  );
  const put = async (bytes: Uint8Array): Promise<StoredObject> => {
    const sha256 = await sha256Of(bytes);
    const object = `snap/${sha256}`;
    await blobs.put(object, bytes, sha256);
    return { object, bytes: bytes.byteLength, sha256 };
  };
  return {
    port,
    clock,
    bus,
    blobs,
    blobsFolder,
    published,
    publish: async (options) => {
      const { pageId, word = 'moon', title = 'A page', visibility = 'public' } = options;
      const html = Buffer.from(options.html as string);
      const before = published.websites.get(pageId)?.version ?? 0;
      const snapshot: PublicSnapshot = {
        snapshot_id: snapshotIdOf(html, title),
        revision: before + 1,
        title,
        word,
        published_at: options.at ?? '2026-01-01T00:00:00.000Z',
        publication_mode: options.mode ?? 'online',
        offline_ready: options.offlineReady ?? false,
        external_form: options.externalForm ?? false,
        page: await put(html),
        variants:
          options.variants === true
            ? { br: await put(brotliCompressSync(html)), gzip: await put(gzipSync(html)) }
            : { br: null, gzip: null },
        archive:
          options.archive === undefined
            ? null
            : {
                ...(await put(options.archive)),
                filename: options.filename ?? `${word}-${pageId}-r${before + 1}.zip`,
              },
      };
      const version = before + 1;
      const live = { state: 'live', version, page_id: pageId, visibility, snapshot } as const;
      published.websites.set(pageId, live);
      published.snapshots.set(pageId, [snapshot, ...(published.snapshots.get(pageId) ?? [])]);
      return snapshot;
    },
    hint: (page_id, v) => sendHint(bus, hintLive, { page_id, v }),
    away: async () => void (await Promise.all(answering.map((answer) => answer.drain()))),
    back: () => void (answering = serveFacts(bus, published)),
    get: (host, path, options) => getFrom(port, host, path, options),
    stop: async () => {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

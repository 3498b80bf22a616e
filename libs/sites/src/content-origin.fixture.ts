import { hintLive, type PublicSnapshot, type StoredObject } from '@bridge/contracts';
import { openFsStore, sha256Of, type BlobStore } from '@bridge/blobs';
import { makeRequest, MemoryBus, sendHint } from '@bridge/bus';
import { run, type AnyModule, type Base } from '@bridge/kernel';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { sitesModule, type Sites } from './module.ts';
import { serveFacts, type Published } from './published.fixture.ts';

/** The content origin on a real socket, a real store and the memory bus. */
export interface ContentOrigin {
  readonly port: number;
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
  readonly html: string;
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

const opened = (name: string, value: unknown): AnyModule => ({
  name,
  needs: [],
  open: async () => ({ value, close: async () => undefined }),
});

/** Puts the bytes of a publication into the store, as its publisher would. */
async function store(
  blobs: BlobStore,
  options: PublishOptions,
  revision: number,
): Promise<PublicSnapshot> {
  const put = async (bytes: Uint8Array): Promise<StoredObject> => {
    const sha256 = await sha256Of(bytes);
    const object = `snap/${sha256}`;
    await blobs.put(object, bytes, sha256);
    return { object, bytes: bytes.byteLength, sha256 };
  };
  const { pageId, word = 'moon', title = 'A page', archive, variants = false } = options;
  const html = Buffer.from(options.html, 'utf8');
  const filename = options.filename ?? `${word}-${pageId}-r${revision}.zip`;
  return {
    snapshot_id: snapshotIdOf(html, title),
    revision,
    title,
    word,
    published_at: options.at ?? '2026-01-01T00:00:00.000Z',
    publication_mode: options.mode ?? 'online',
    offline_ready: options.offlineReady ?? false,
    external_form: options.externalForm ?? false,
    page: await put(html),
    variants: {
      br: variants ? await put(brotliCompressSync(html)) : null,
      gzip: variants ? await put(gzipSync(html)) : null,
    },
    archive: archive === undefined ? null : { ...(await put(archive)), filename },
  };
}

/** Starts the content origin as the product does, with services that answer from rows. */
export async function startContentOrigin(base: Base): Promise<ContentOrigin> {
  const folder = await mkdtemp(join(tmpdir(), 'bridge-sites-'));
  const blobsFolder = join(folder, 'blobs');
  const blobs = await openFsStore(blobsFolder, base);
  const bus = new MemoryBus();
  const published: Published = {
    websites: new Map(),
    snapshots: new Map(),
    worlds: new Map(),
  };
  let answering = serveFacts(bus, published);
  const request = makeRequest(bus, base.clock);
  const sites = sitesModule('all-in-one');
  const running = await run(
    [opened('bus', { driver: bus, request }), opened('blobs', blobs), sites],
    base,
  );
  const { port } = running.get<Sites>(sites);
  return {
    port,
    bus,
    blobs,
    blobsFolder,
    published,
    publish: async (options) => {
      const { pageId, visibility = 'public' } = options;
      const version = (published.websites.get(pageId)?.version ?? 0) + 1;
      const snapshot = await store(blobs, options, version);
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

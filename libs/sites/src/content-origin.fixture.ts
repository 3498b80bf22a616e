import {
  BUILDER,
  PUBLISHER,
  WORLDS,
  fingerprint,
  hintLive,
  type BusCallDefinition,
  type CallPrincipal,
  type WebsiteLayer,
} from '@bridge/contracts';
import { openFsStore, type BlobStore } from '@bridge/blobs';
import { makeRequest, MemoryBus, sendHint } from '@bridge/bus';
import type { DatabaseClient } from '@bridge/db';
import {
  run,
  systemClock,
  type AnyProcessModule,
  type CommonModuleDeps,
  type Clock,
} from '@bridge/kernel';
import {
  builderModule,
  getFrom,
  makeWebsite,
  publisherModule,
  putAdmitted,
  worldsModule,
  type TestRequestOptions,
  type FullHttpResponse,
  type TestServices,
} from '@bridge/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import { sitesModule, type RunningContentOrigin } from './module.ts';

/** A published website with the values that its publication returned. */
export interface PublishedWebsite {
  readonly pageId: number;
  /** Host header of the website's own label at the default content URL. */
  readonly host: string;
  readonly html: string;
  readonly revision: number;
  readonly snapshotId: string;
}

/**
 * A running content origin (the host of published websites) on a TCP port, its services on the memory bus, and functions that
 * change websites as an agent would.
 */
export interface TestContentOrigin {
  readonly port: number;
  readonly bus: MemoryBus;
  readonly blobs: BlobStore;
  readonly blobsFolder: string;
  /** Founds a World (a public identity) with this word, its name in URLs. Returns the word. */
  found(
    word: string,
    dashboard?: { readonly title: string; readonly text: string },
  ): Promise<string>;
  /** Creates a website with a draft and does not publish it. */
  draft(page: {
    readonly html: string;
    readonly word: string;
  }): Promise<{ readonly pageId: number }>;
  /** Replaces the layers (CSS or HTML beside the draft) of a draft at revision 1. */
  layers(pageId: number, layers: readonly WebsiteLayer[]): Promise<void>;
  /** Replaces the unsaved edits of a draft at revision 1; `seq` is the number of earlier replacements. */
  edit(pageId: number, seq: number, html: string): Promise<void>;
  /** Creates a website and publishes it. */
  publish(page: {
    readonly html: string;
    readonly word: string;
    readonly title?: string;
  }): Promise<PublishedWebsite>;
  /** Changes the HTML of the website and publishes it again. */
  again(of: PublishedWebsite, html: string): Promise<PublishedWebsite>;
  /** Moves the website to another World and publishes it again. */
  move(of: PublishedWebsite, word: string): Promise<PublishedWebsite>;
  clear(of: PublishedWebsite): Promise<void>;
  /** Removes the website from its World, or restores it there. */
  takeOff(of: PublishedWebsite, word: string, off: boolean): Promise<void>;
  /** Deletes the website, or restores it. */
  remove(of: PublishedWebsite, isRemoved: boolean): Promise<void>;
  show(of: PublishedWebsite, visibility: 'private' | 'unlisted' | 'public'): Promise<void>;
  hint(of: PublishedWebsite, version: number): Promise<void>;
  /** Stops the services, so that the requests of the content origin to them fail. */
  away(): Promise<void>;
  /** Starts the services again. */
  back(): Promise<void>;
  get(host: string, path: string, options?: TestRequestOptions): Promise<FullHttpResponse>;
  stop(): Promise<void>;
}

const SERVICES = [worldsModule, builderModule, publisherModule];

const opened = (name: string, value: unknown): AnyProcessModule => ({
  name,
  needs: [],
  open: async () => ({ value, close: async () => undefined }),
});

/** Makes functions that call the services for one owner with all rights, as the gateway does for an agent. */
function makeAgent(bus: MemoryBus, blobs: BlobStore, base: CommonModuleDeps, db: DatabaseClient) {
  const request = makeRequest(bus, base.clock);
  const owner: CallPrincipal = {
    account_id: base.ids.make('acc'),
    key_id: null,
    scopes: [],
    worlds: null,
    surface: 'console',
  };
  const keyed = () => ({ idempotency_key: base.ids.make('key') });
  const send: TestServices['call'] = (callable, ctx, input) => {
    // Each idempotency key is used once here, so the fingerprint of the input, which detects a reused key, does not matter.
    const fp = fingerprint(PUBLISHER.publish, Object(input));
    return request(callable, { ctx, input, fp, requestId: base.ids.make('req') });
  };
  const call = async <I extends z.ZodType, O extends z.ZodType>(
    callable: BusCallDefinition<I, O>,
    input: z.input<I> & object,
  ): Promise<z.output<O>> => (await send(callable, owner, input)).result;
  const body = async (text: string) => putAdmitted({ blobs, db }, owner, text);
  const make = (page: { readonly html: string; readonly word: string; readonly title?: string }) =>
    makeWebsite({ blobs, db, call: send }, owner, page);
  const publish = async (
    pageId: number,
    revision: number,
    html: string,
  ): Promise<PublishedWebsite> => {
    const input = { page_id: pageId, expected_revision: revision, ...keyed() };
    const { website } = await call(PUBLISHER.publish, input);
    const snapshotId = website.snapshot?.snapshot_id ?? '';
    return { pageId, host: `p${pageId}.localhost:4001`, html, revision, snapshotId };
  };
  return { call, keyed, body, make, publish };
}

/**
 * Starts a content origin with its services over one database, the memory bus and a folder as blob store. Only the content
 * origin uses the clock of `base`. With `other`, starts a second content origin over the services of the first.
 */
export async function startContentOrigin(
  base: CommonModuleDeps,
  db: DatabaseClient,
  other?: TestContentOrigin,
): Promise<TestContentOrigin> {
  const folder = await mkdtemp(join(tmpdir(), 'bridge-sites-'));
  const blobs = other?.blobs ?? (await openFsStore(folder, base));
  const bus = other?.bus ?? new MemoryBus();
  const drivers = (clock: Clock) => [
    opened('db', db),
    opened('bus', { driver: bus, request: makeRequest(bus, clock) }),
    opened('blobs', blobs),
  ];
  const real = { ...base, clock: systemClock };
  const startServices = () =>
    run([...drivers(systemClock), ...(other === undefined ? SERVICES : [])], real);
  let behind = await startServices();
  const sites = sitesModule('all-in-one');
  const front = await run([...drivers(base.clock), sites], base).catch(async (error: unknown) => {
    await behind.stop();
    throw error;
  });
  const { port } = front.get<RunningContentOrigin>(sites);
  const { call, keyed, body, make, publish } = makeAgent(bus, blobs, real, db);
  return {
    port,
    bus,
    blobs,
    blobsFolder: folder,
    found: async (word, dashboard) => {
      await call(WORLDS.found, { word, ...keyed() });
      if (dashboard !== undefined) await call(WORLDS.dashboardSet, { word, ...dashboard });
      return word;
    },
    draft: async (page) => ({ pageId: (await make({ title: 'A draft', ...page })).page_id }),
    layers: async (pageId, layers) => {
      const stored = await body(JSON.stringify(layers));
      const input = { page_id: pageId, expected_revision: 1, layers: stored, ...keyed() };
      await call(BUILDER.layersPut, input);
    },
    takeOff: async ({ pageId }, word, off) => {
      await call(BUILDER.worldOff, { word, page_id: pageId, off, ...keyed() });
    },
    remove: async ({ pageId, revision }, isRemoved) => {
      const input = { page_id: pageId, expected_revision: revision, ...keyed() };
      await (isRemoved ? call(BUILDER.delete, input) : call(BUILDER.undelete, input));
    },
    edit: async (pageId, seq, html) => {
      const input = { page_id: pageId, base_revision: 1, seq, raw_html: await body(html) };
      await call(BUILDER.unsavedPut, input);
    },
    publish: async (page) => {
      const website = await make({ title: 'A page', ...page });
      return publish(website.page_id, website.draft_revision, page.html);
    },
    again: async ({ pageId, revision, html: old }, html) => {
      const ops = await body(JSON.stringify([{ op: 'replace_text', old, new: html }]));
      const input = { page_id: pageId, expected_revision: revision, patch_ops: ops, ...keyed() };
      const { website } = await call(BUILDER.patch, input);
      return publish(pageId, website.draft_revision, html);
    },
    move: async ({ pageId, revision, html }, word) => {
      const input = { page_id: pageId, expected_revision: revision, word, ...keyed() };
      const { website } = await call(BUILDER.attach, input);
      return publish(pageId, website.draft_revision, html);
    },
    clear: async ({ pageId, revision }) => {
      await call(BUILDER.clear, { page_id: pageId, expected_revision: revision, ...keyed() });
    },
    show: async ({ pageId }, visibility) => {
      await call(BUILDER.setVisibility, { page_id: pageId, visibility, ...keyed() });
    },
    hint: async ({ pageId }, version) => {
      sendHint(bus, hintLive, { page_id: pageId, v: version });
      await bus.flush();
    },
    away: () => behind.stop(),
    back: async () => void (behind = await startServices()),
    get: (host, path, options) => getFrom(port, host, path, options),
    stop: async () => {
      await front.stop();
      await behind.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

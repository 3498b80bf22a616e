import { openFsStore, bodyOf, putBody, type BlobStore } from '@bridge/blobs';
import {
  makeRequest,
  MemoryBus,
  type ServiceCallHandler,
  type ServiceCallContext,
} from '@bridge/bus';
import {
  BUILDER,
  type PUBLISHER,
  makeLinks,
  type BusCallDefinition,
  type WebsiteLayer,
  type WireInput,
  type WireOutput,
} from '@bridge/contracts';
import {
  BridgeError,
  isBridgeError,
  makeAgentKey,
  randomIds,
  ReplayedResult,
  silentLogger,
  systemClock,
} from '@bridge/kernel';
import { atStep, crashAt } from '@bridge/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DraftCheckQueue } from '../check-queue.ts';
import type { PublisherDeps } from '../deps.ts';
import { makeInspector, type PageInspector } from '../inspect/inspector.ts';
import { publish } from './publish.ts';

const PUBLICATION = 'pub_00000000000000000000000001';
const INPUT = { page_id: 42, expected_revision: 3, idempotency_key: 'publish-42' };

/** The input of builder.publish_commit. These tests receive it instead of the builder service. */
type CommitInput = WireInput<typeof BUILDER.publishCommit>;

/** The result of publisher.publish, which is also the result of builder.publish_commit. */
type PublishOutput = WireOutput<typeof PUBLISHER.publish>;

/** The state of a publication in the simulated builder service. */
type SimulatedPublicationState = 'pending' | 'committed' | 'abandoned' | 'unknown';

/** A builder service that these tests simulate: the messages that it received, and the results that it returns. */
interface SimulatedBuilderService {
  readonly told: { commits: CommitInput[]; abandons: number; begins: number };
  state: SimulatedPublicationState;
  /** Number of `builder.publish_begin` messages that the simulated builder still refuses with `idempotency_in_progress`. */
  twins: number;
  /**
   * `aheadMs` is how far the publisher's clock is ahead of the system clock. Each `publish_begin` adds `beginMs`. Both in ms.
   */
  aheadMs: number;
  beginMs: number;
  commit(made: CommitInput): PublishOutput | 'silence';
  replay: PublishOutput | null;
}

/** Time from the start of a call to its deadline, in ms. */
const BUDGET_MS = 20_000;
const AT = '2026-01-01T00:00:00.000Z';
const LIVE = 'http://p42.localhost:4001/';

/** Makes the result that builder returns for this commit. */
function published(made: CommitInput): PublishOutput {
  const { publication_mode, offline_ready, warnings } = made;
  const mode = { publication_mode, offline_ready };
  const snapshot = {
    snapshot_id: made.snapshot_id,
    url: `${LIVE}s/`,
    revision: 3,
    published_at: AT,
  };
  return {
    website: {
      ...{ page_id: 42, title: 'A title', word: 'my-world', kind: 'single', state: 'published' },
      ...{ visibility: 'public', draft_revision: 3, published_revision: 3 },
      ...{ has_unpublished_changes: false, chars: 3, raw_sha256: 'a'.repeat(64) },
      ...{ editor_url: `${LIVE}e`, preview_url: null, live_url: LIVE },
      snapshot: { ...snapshot, ...mode, archive_url: null },
      lineage: { lineage_id: 'lin_1', origin: 'created', parent: null },
      ...{ created_at: AT, updated_at: AT, updated_by: 'owner' },
    },
    ...mode,
    warnings,
    archive: null,
    unchanged: false,
  };
}

describe('publishing', () => {
  let folder = '';
  let blobs: BlobStore;
  let inspector: PageInspector;
  let bus: MemoryBus;
  let peer: SimulatedBuilderService;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bridge-publish-'));
    blobs = await openFsStore(folder, { ids: randomIds, clock: systemClock });
    inspector = makeInspector({ log: silentLogger });
  });
  afterAll(async () => {
    await inspector.close();
    await blobs.close();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(() => bus.close());

  function on<C extends BusCallDefinition>(
    callable: C,
    answer: (input: WireInput<C>) => unknown,
  ): void {
    bus.subscribe(callable.subject, 'builder', (message) => {
      const { input } = JSON.parse(Buffer.from(message.data).toString('utf8')) as {
        input: WireInput<C>;
      };
      const reply = (body: unknown): void =>
        message.respond(Buffer.from(JSON.stringify(body), 'utf8'));
      Promise.resolve()
        .then(() => answer(input))
        .then(
          (result) => (result === 'silence' ? undefined : reply({ ok: true, result })),
          (error: unknown) =>
            isBridgeError(error) ? reply({ ok: false, error: error.toWire() }) : undefined,
        );
    });
  }

  /**
   * Opens a bus with the simulated builder, stores the HTML and the editor layers, and returns the publish handler under test.
   */
  async function open(
    html: string,
    layers: readonly WebsiteLayer[] = [],
  ): Promise<ServiceCallHandler<typeof PUBLISHER.publish>> {
    bus = new MemoryBus();
    const body = await putBody(blobs, randomIds, await bodyOf(html));
    const stored = await putBody(blobs, randomIds, await bodyOf(JSON.stringify(layers)));
    const told: SimulatedBuilderService['told'] = { commits: [], abandons: 0, begins: 0 };
    peer = {
      ...{ told, state: 'pending', twins: 0, replay: null, commit: published },
      ...{ aheadMs: 0, beginMs: 0 },
    };
    on(BUILDER.publishBegin, (input) => {
      told.begins += 1;
      peer.aheadMs += peer.beginMs;
      if (peer.twins > 0) {
        peer.twins -= 1;
        throw new BridgeError('idempotency_in_progress', {}, { retryAfterS: 1 });
      }
      if (peer.replay !== null) return { state: 'replay', response: peer.replay };
      const { page_id, expected_revision: revision } = input;
      const facts = { page_id, revision, title: 'A title', word: 'my-world', lineage_id: 'lin_1' };
      return {
        state: 'go',
        publication_id: PUBLICATION,
        attempt: 1,
        published_at: AT,
        ...facts,
        body,
        layers: stored,
      };
    });
    on(BUILDER.publishCommit, (made) => {
      told.commits.push(made);
      return peer.commit(made);
    });
    on(BUILDER.publishAbandon, () => {
      told.abandons += 1;
      return { abandoned: true };
    });
    on(BUILDER.publicationsState, ({ publication_ids }) => ({
      states: publication_ids.map((publication_id) => ({ publication_id, state: peer.state })),
    }));
    const links = makeLinks({
      baseUrl: 'http://localhost:4000',
      contentUrl: 'http://localhost:4001',
    });
    const request = makeRequest(bus, systemClock);
    const deps: PublisherDeps = {
      blobs,
      request,
      clock: { ...systemClock, now: () => systemClock.now() + peer.aheadMs },
      links,
      inspector,
      limiter: pLimit(2),
      checks: new DraftCheckQueue(systemClock),
    };
    return publish(deps);
  }

  const call = (): ServiceCallContext => ({
    ctx: { account_id: 'acc_1', key_id: null, scopes: [], worlds: null, surface: 'act' } as never,
    fp: 'f'.repeat(64),
    requestId: 'req_1',
    deadline: Date.now() + BUDGET_MS,
    log: silentLogger,
  });

  it('stores exactly the draft’s bytes under their hash and commits the verdict on them', async () => {
    const html = `\ufeff<!doctype html>\r\n<p>\0${'exact '.repeat(2000)}</p>`;
    await (
      await open(html)
    )(INPUT, call());
    const [made] = peer.told.commits;
    expect(made).toMatchObject({
      publication_id: PUBLICATION,
      attempt: 1,
      publication_mode: 'portable',
      offline_ready: true,
      external_form: false,
      archive: { filename: 'my-world-42-r3.zip' },
    });
    const page = made?.page;
    expect(page?.object).toBe(`snap/${PUBLICATION}/${page?.sha256}`);
    const bytes = await blobs.get(page?.object ?? '', page?.sha256 ?? '');
    expect(Buffer.from(bytes ?? []).equals(Buffer.from(html, 'utf8'))).toBe(true);
    for (const stored of [made?.variants.br, made?.variants.gzip, made?.archive]) {
      expect(stored?.bytes).toBeLessThan(html.length);
      expect(await blobs.stat(stored?.object ?? '')).toMatchObject({ bytes: stored?.bytes });
    }
    expect(peer.told.abandons).toBe(0);
  });

  it('composes visible layers before the analysis', async () => {
    const layer: WebsiteLayer = {
      ...{ layer_id: 'l', name: 'n', kind: 'html', order: 0, visible: true },
      content: '<img src="https://elsewhere.example/x">',
    };
    await (
      await open('<p>draft</p>', [layer])
    )(INPUT, call());
    const [made] = peer.told.commits;
    expect(made).toMatchObject({ publication_mode: 'online', archive: null });
    const stored = await blobs.get(made?.page.object ?? '', made?.page.sha256 ?? '');
    expect(Buffer.from(stored ?? []).toString()).toBe(`<p>draft</p>\n${layer.content}`);
  });

  it('answers a repeated call with the first result, without a second effect', async () => {
    const handler = await open('<p>');
    const first = await handler(INPUT, call());
    peer.replay = first instanceof ReplayedResult ? first.result : first;
    const again = await handler(INPUT, call());
    expect(again).toBeInstanceOf(ReplayedResult);
    expect((again as ReplayedResult<PublishOutput>).result).toEqual(first);
    expect(peer.told).toMatchObject({ abandons: 0, begins: 2 });
    expect(peer.told.commits).toHaveLength(1);
  });

  it('waits for a running twin, and continues when its key is free', async () => {
    const handler = await open('<p>');
    peer.twins = 2;
    await handler(INPUT, call());
    expect(peer.told).toMatchObject({ begins: 3, abandons: 0 });
    expect(peer.told.commits).toHaveLength(1);
  });

  it('does not wait for a twin longer than the call has time', async () => {
    const handler = await open('<p>');
    peer.twins = Infinity;
    peer.aheadMs = BUDGET_MS - 1_000;
    peer.beginMs = 1_000;
    await expect(handler(INPUT, call())).rejects.toMatchObject({
      code: 'idempotency_in_progress',
    });
    expect(peer.told).toMatchObject({ commits: [], abandons: 0, begins: 1 });
  });

  it('refuses a secret with its kind and position, and frees the key', async () => {
    const key = makeAgentKey();
    const error: unknown = await (
      await open(`<p>\n${key}`)
    )(INPUT, call()).catch((e: unknown) => e);
    const place = { kind: 'agent key of this service', part: 'html', line: 2, column: 1 };
    expect(isBridgeError(error, 'secret_in_html') && error.details).toEqual({
      ...place,
      found: [place],
    });
    expect(JSON.stringify(error)).not.toContain(key);
    expect(peer.told).toMatchObject({ commits: [], abandons: 1 });
  });

  it('refuses a secret in a visible layer, with its position in that layer', async () => {
    const key = makeAgentKey();
    const encoded = Buffer.from(`\n"${key}"`).toString('base64');
    const layer = (part: Partial<WebsiteLayer>): WebsiteLayer => ({
      layer_id: 'plain',
      name: 'n',
      kind: 'html',
      order: 0,
      visible: true,
      content: '<p>\n\n</p>',
      ...part,
    });
    const content = `a{}\nb{background:url(data:;base64,${encoded})}`;
    const handler = await open('<p>ü\n', [
      layer({}),
      layer({ layer_id: 'theme', kind: 'css', order: 1, content }),
      layer({ layer_id: 'draft', order: 2, visible: false, content: key }),
    ]);
    const error: unknown = await handler(INPUT, call()).catch((e: unknown) => e);
    expect(isBridgeError(error, 'secret_in_html') && error.details).toMatchObject({
      found: [{ part: 'layer', name: 'theme', line: 2, column: 33 }],
    });
  });

  it('refuses an empty page, and frees the key', async () => {
    const hidden = {
      layer_id: 'l',
      name: 'n',
      kind: 'css',
      order: 0,
      visible: false,
      content: 'a{}',
    } as const;
    const handler = await open('', [hidden]);
    await expect(handler(INPUT, call())).rejects.toMatchObject({ code: 'empty_draft' });
    expect(peer.told).toMatchObject({ commits: [], abandons: 1 });
  });

  it.each([
    'publish.after-begin',
    'publish.after-search',
    'publish.after-put',
    'publish.before-commit',
  ])(
    'abandons the publication when it fails at %s, so that the same call succeeds later',
    async (name) => {
      const handler = await open('<p>');
      const revive = crashAt(name, new BridgeError('internal', {}));
      await expect(handler(INPUT, call())).rejects.toMatchObject({ code: 'internal' });
      expect(peer.told).toMatchObject({ commits: [], abandons: 1 });
      revive();
      await handler(INPUT, call());
      expect(peer.told.commits).toHaveLength(1);
    },
  );

  it('abandons the publication when the store cannot be reached, with the outcome not_applied', async () => {
    const handler = await open('<p>');
    const { put } = blobs;
    blobs.put = () =>
      Promise.reject(new BridgeError('service_unavailable', { part: 'blob store' }));
    await expect(handler(INPUT, call())).rejects.toMatchObject({ code: 'service_unavailable' });
    blobs.put = put;
    expect(peer.told).toMatchObject({ commits: [], abandons: 1 });
  });

  it('runs two publications at once with a limit of two, and the next one after a failure', async () => {
    const handler = await open('<p>');
    let running = 0;
    let most = 0;
    atStep('publish.after-search', (hit) => {
      if (hit === 1) throw new BridgeError('internal', {});
      most = Math.max(most, (running += 1));
    });
    atStep('publish.after-put', () => {
      running -= 1;
    });
    const calls = await Promise.allSettled(Array.from({ length: 6 }, () => handler(INPUT, call())));
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(most).toBe(2);
  });

  it('returns the error of a refused commit', async () => {
    const handler = await open('<p>');
    peer.commit = () => {
      const details = { page_id: 42, expected_revision: 3, current_revision: 4 };
      throw new BridgeError('revision_conflict', details);
    };
    await expect(handler(INPUT, call())).rejects.toMatchObject({ code: 'revision_conflict' });
  });

  it('repeats a commit that stayed silent, with the same attempt', async () => {
    const handler = await open('<p>');
    peer.commit = (made) => (peer.told.commits.length < 2 ? 'silence' : published(made));
    await handler(INPUT, call());
    const [first, second] = peer.told.commits;
    expect(second).toEqual(first);
  });

  it('ends as outcome_unknown when the commit stays silent, and leaves the publication to the sweep', async () => {
    const handler = await open('<p>');
    // The call’s deadline passes on the publisher’s clock while the first commit has no reply.
    peer.commit = () => {
      peer.aheadMs = BUDGET_MS;
      return 'silence';
    };
    await expect(handler(INPUT, call())).rejects.toMatchObject({ code: 'outcome_unknown' });
    expect(peer.told.abandons).toBe(0);
  });

  it('stops repeating when the publication was abandoned meanwhile', async () => {
    const handler = await open('<p>');
    peer.state = 'abandoned';
    peer.commit = () => {
      throw new BridgeError('service_unavailable', {});
    };
    await expect(handler(INPUT, call())).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(peer.told.commits).toHaveLength(1);
  });

  it('is refused with service_unavailable when builder is absent', async () => {
    const handler = await open('<p>');
    await bus.close();
    await expect(handler(INPUT, call())).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});

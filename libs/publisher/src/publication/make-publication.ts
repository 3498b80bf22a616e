import { readBody } from '@bridge/blobs';
import {
  type BUILDER,
  layers as layersSchema,
  type WireInput,
  type WireOutput,
} from '@bridge/contracts';
import { BridgeError, failpoint } from '@bridge/kernel';
import { makeArchive, type SiteFacts } from '../archive/index.ts';
import { compose } from '../compose.ts';
import type { PublisherDeps } from '../deps.ts';
import type { LayerSpan, SecretFinding } from '../secrets/index.ts';
import { namePage, type PageNames } from '../snapshot-id.ts';
import type { Verdict } from '../verdict/model/index.ts';
import { encodePage, type Encodings } from './encodings.ts';
import { publicationFolder, storeObject } from './store-object.ts';

/** A publication that builder has begun: the revision to publish and the fence to commit it with. */
export type Begun = Extract<WireOutput<typeof BUILDER.publishBegin>, { state: 'go' }>;
/** What the commit makes visible. */
export type Made = WireInput<typeof BUILDER.publishCommit>;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A revision with its visible layers, as UTF-8, and where each layer begins. */
async function composedPage(
  { blobs }: PublisherDeps,
  begun: Begun,
): Promise<{ page: Uint8Array; layers: readonly LayerSpan[] }> {
  const [body, stored] = await Promise.all([
    readBody(blobs, begun.body),
    readBody(blobs, begun.layers),
  ]);
  const layers = layersSchema.parse(JSON.parse(decoder.decode(stored)));
  if (!layers.some(({ visible, kind }) => visible && kind !== 'note'))
    return { page: body, layers: [] };
  const composed = compose(decoder.decode(body), layers);
  return { page: Buffer.from(composed.text, 'utf8'), layers: composed.layers };
}

/** Stops work nobody waits for any more; surely nothing was done yet. */
function demandTime({ clock }: PublisherDeps, deadline: number): void {
  if (clock.now() >= deadline)
    throw new BridgeError('service_unavailable', {}, { cause: 'the deadline has passed' });
}

function refuseSecrets(found: readonly SecretFinding[]): void {
  const [first] = found;
  if (first !== undefined) throw new BridgeError('secret_in_html', { ...first, found });
}

function hostsOf({ base, content }: PublisherDeps['links']): readonly string[] {
  return [new URL(base).host, new URL(content).host];
}

function siteFacts(
  { links }: PublisherDeps,
  begun: Begun,
  verdict: Verdict,
  { sha256, snapshotId }: PageNames,
): SiteFacts {
  const { page_id, title, word, revision, lineage_id, published_at } = begun;
  const id = snapshotId(title, verdict.publication_mode);
  return {
    sha256,
    world: { word, url: links.world(word) },
    page: { page_id, title },
    snapshot: {
      snapshot_id: id,
      revision,
      published_at,
      live_url: links.live(page_id),
      snapshot_url: links.snapshot(page_id, id),
    },
    offline_ready: verdict.offline_ready,
    warnings: verdict.warnings,
    lineage: { lineage_id, origin: 'created', parent: null },
  };
}

/**
 * Stores the archive, begun while the page is judged: whether there is one is known at its end. Null for a page that
 * is not portable.
 */
async function storeArchive(
  { blobs }: PublisherDeps,
  begun: Begun,
  page: Uint8Array,
  facts: Promise<SiteFacts | null>,
): Promise<Made['archive']> {
  const portable = facts.then((known) => {
    if (known === null) throw new BridgeError('internal', {}, { cause: 'not portable' });
    return known;
  });
  // A store that fails at once never asks for them.
  portable.catch(() => undefined);
  const { filename, chunks } = makeArchive(begun, page, portable);
  const folder = publicationFolder(begun.publication_id);
  try {
    const { key: object, bytes, sha256 } = await blobs.putStream(folder, chunks);
    return { object, bytes, sha256, filename };
  } catch (error) {
    if ((await facts) === null) return null;
    throw error;
  }
}

/** Stores the page and its encodings. */
async function storePage(
  { blobs }: PublisherDeps,
  { publication_id: id }: Begun,
  page: Uint8Array,
  names: PageNames,
  encoded: Promise<Encodings>,
): Promise<Pick<Made, 'page' | 'variants'>> {
  const store = (bytes: Uint8Array | null): Promise<Made['page'] | null> | null =>
    bytes === null ? null : storeObject(blobs, id, bytes);
  const [stored, br, gzip] = await Promise.all([
    storeObject(blobs, id, page, names.sha256),
    encoded.then((e) => store(e.br)),
    encoded.then((e) => store(e.gzip)),
  ]);
  return { page: stored, variants: { br, gzip } };
}

/**
 * Makes everything of a publication that its commit then only has to point at: composes, judges, refuses what would
 * give a secret away, and stores page, encodings and archive durably. Throws secret_in_html, empty_draft,
 * service_unavailable. Spec: publishing.publish, publishing.secret-refused. ADR 002.
 */
export async function makePublication(
  deps: PublisherDeps,
  begun: Begun,
  deadline: number,
): Promise<Made> {
  const { page_id, publication_id, attempt, title } = begun;
  demandTime(deps, deadline);
  const { page, layers } = await composedPage(deps, begun);
  // Hidden layers alone show nothing.
  if (page.byteLength === 0)
    throw new BridgeError('empty_draft', { page_id, draft_revision: begun.revision });
  const address = { liveUrl: deps.links.live(page_id), ownHosts: hostsOf(deps.links) };
  // The pool's threads are free while the page is judged; what a refusal wastes is little.
  const encoded = encodePage(page);
  encoded.catch(() => undefined);
  const { secrets, verdict: judged } = deps.inspector.inspect({
    html: page,
    layers,
    title,
    address,
  });
  const names = await namePage(page);
  refuseSecrets(await secrets);
  await failpoint('publish.after-search');
  // Nothing stands against the page any more, whatever the verdict is.
  const facts = judged.then((verdict) =>
    verdict.publication_mode === 'portable' ? siteFacts(deps, begun, verdict, names) : null,
  );
  const stored = Promise.all([
    storePage(deps, begun, page, names, encoded),
    storeArchive(deps, begun, page, facts),
  ]);
  // A page that could not be judged leaves nothing under way either.
  await Promise.allSettled([judged, stored]);
  const [verdict, [objects, archive]] = await Promise.all([judged, stored]);
  demandTime(deps, deadline);
  await failpoint('publish.after-put');
  return {
    publication_id,
    attempt,
    snapshot_id: names.snapshotId(title, verdict.publication_mode),
    publication_mode: verdict.publication_mode,
    offline_ready: verdict.offline_ready,
    warnings: [...verdict.warnings],
    truncated: verdict.truncated,
    external_form: verdict.external_form,
    ...objects,
    archive,
  };
}

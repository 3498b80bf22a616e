import { readBody } from '@bridge/blobs';
import {
  layers as layersSchema,
  type builderPublishBegin,
  type builderPublishCommit,
  type WireInput,
  type WireOutput,
} from '@bridge/contracts';
import { BridgeError, failpoint } from '@bridge/kernel';
import { makeArchive } from '../archive/archive.ts';
import type { SiteFacts } from '../archive/site-files.ts';
import { compose } from '../compose.ts';
import type { PublisherDeps } from '../deps.ts';
import type { Inspection } from '../inspect/inspection.ts';
import { snapshotId } from '../snapshot-id.ts';
import type { Verdict } from '../verdict/model.ts';
import { encodePage, type Encodings } from './encodings.ts';
import { publicationFolder, storeObject } from './store-object.ts';

/** A publication that builder has begun: the revision to publish and the fence to commit it with. */
export type Begun = Extract<WireOutput<typeof builderPublishBegin>, { state: 'go' }>;
/** What the commit makes visible. */
export type Made = WireInput<typeof builderPublishCommit>;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of a revision with its visible layers, as UTF-8. */
async function composedPage({ blobs }: PublisherDeps, begun: Begun): Promise<Uint8Array> {
  const [body, stored] = await Promise.all([
    readBody(blobs, begun.body),
    readBody(blobs, begun.layers),
  ]);
  const layers = layersSchema.parse(JSON.parse(decoder.decode(stored)));
  if (!layers.some(({ visible, kind }) => visible && kind !== 'note')) return body;
  return Buffer.from(compose(decoder.decode(body), layers), 'utf8');
}

/** Stops work nobody waits for any more; surely nothing was done yet. */
function demandTime({ clock }: PublisherDeps, deadline: number): void {
  if (clock.now() >= deadline)
    throw new BridgeError('service_unavailable', {}, { cause: 'the deadline has passed' });
}

function refuseSecrets({ secrets }: Inspection): void {
  const [first] = secrets;
  if (first !== undefined)
    throw new BridgeError('secret_in_html', { kind: first.kind, line: first.line });
}

function hostsOf({ base, content }: PublisherDeps['links']): readonly string[] {
  return [new URL(base).host, new URL(content).host];
}

function siteFacts(deps: PublisherDeps, begun: Begun, verdict: Verdict, id: string): SiteFacts {
  const { links } = deps;
  const { page_id, title, word, revision, lineage_id, published_at } = begun;
  return {
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

async function storeArchive(
  deps: PublisherDeps,
  begun: Begun,
  page: Uint8Array,
  facts: SiteFacts,
): Promise<NonNullable<Made['archive']>> {
  const { filename, chunks } = makeArchive(facts, page);
  const folder = publicationFolder(begun.publication_id);
  const { key: object, bytes, sha256 } = await deps.blobs.putStream(folder, chunks);
  return { object, bytes, sha256, filename };
}

async function storeAll(
  deps: PublisherDeps,
  begun: Begun,
  page: Uint8Array,
  encoded: Promise<Encodings>,
  facts: SiteFacts | null,
): Promise<Pick<Made, 'page' | 'variants' | 'archive'>> {
  const store = async (bytes: Uint8Array | null): Promise<Made['page'] | null> =>
    bytes === null ? null : storeObject(deps.blobs, begun.publication_id, bytes);
  const [stored, br, gzip, archive] = await Promise.all([
    storeObject(deps.blobs, begun.publication_id, page),
    encoded.then((e) => store(e.br)),
    encoded.then((e) => store(e.gzip)),
    facts === null ? null : storeArchive(deps, begun, page, facts),
  ]);
  return { page: stored, variants: { br, gzip }, archive };
}

/**
 * Makes everything of a publication that its commit then only has to point at: composes, judges, refuses what would
 * give a secret away, and stores page, encodings and archive durably. Throws secret_in_html, empty_draft,
 * service_unavailable. Source: house design section 5, publish design D4 to D7.
 */
export async function makePublication(
  deps: PublisherDeps,
  begun: Begun,
  deadline: number,
): Promise<Made> {
  const { page_id, publication_id, attempt, title } = begun;
  demandTime(deps, deadline);
  const page = await composedPage(deps, begun);
  // Hidden layers alone show nothing.
  if (page.byteLength === 0) throw new BridgeError('empty_draft', { page_id });
  const address = { liveUrl: deps.links.live(page_id), ownHosts: hostsOf(deps.links) };
  // The pool's threads are free while the page is judged; what a refusal wastes is little.
  const encoded = encodePage(page);
  encoded.catch(() => undefined);
  const inspection = await deps.inspector.inspect({ html: page, title, address });
  refuseSecrets(inspection);
  demandTime(deps, deadline);
  await failpoint('publish.after-verdict');
  const { verdict } = inspection;
  const id = snapshotId(page, title, verdict.publication_mode);
  const portable = verdict.publication_mode === 'portable';
  const facts = portable ? siteFacts(deps, begun, verdict, id) : null;
  const objects = await storeAll(deps, begun, page, encoded, facts);
  await failpoint('publish.after-put');
  return {
    publication_id,
    attempt,
    snapshot_id: id,
    publication_mode: verdict.publication_mode,
    offline_ready: verdict.offline_ready,
    warnings: [...verdict.warnings],
    external_form: verdict.external_form,
    ...objects,
  };
}

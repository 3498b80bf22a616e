import type { BUILDER, WireInput, WireOutput } from '@bridge/contracts';
import { BridgeError, failpoint } from '@bridge/kernel';
import { makeArchive, type PublicationArchiveMetadata } from '../archive/index.ts';
import { pageAddress, readComposed } from '../composed-draft.ts';
import type { PublisherDeps } from '../deps.ts';
import type { SecretFinding } from '../secrets/index.ts';
import { hashPage, type PageHash } from '../snapshot-id.ts';
import type { PageVerdict } from '../verdict/model/index.ts';
import { encodePage, type CompressedPage } from './encodings.ts';
import { publicationFolder, storeObject } from './store-object.ts';

/**
 * A publication that the builder service leased to this worker: the revision to publish, and the attempt number. Builder
 * refuses a commit with an outdated attempt number.
 */
export type LeasedPublication = Extract<WireOutput<typeof BUILDER.publishBegin>, { state: 'go' }>;
/** The input of builder.publish_commit, which makes a publication visible. */
export type PublicationCommitInput = WireInput<typeof BUILDER.publishCommit>;

/**
 * Throws service_unavailable when the deadline of the call has passed. Before the commit this is safe: visitors do not see the
 * publication yet.
 */
function demandTime({ clock }: PublisherDeps, deadline: number): void {
  if (clock.now() >= deadline)
    throw new BridgeError('service_unavailable', {}, { cause: 'the deadline has passed' });
}

function refuseSecrets(found: readonly SecretFinding[]): void {
  const [first] = found;
  if (first !== undefined) throw new BridgeError('secret_in_html', { ...first, found });
}

function siteFacts(
  { links }: PublisherDeps,
  begun: LeasedPublication,
  verdict: PageVerdict,
  { sha256, snapshotId }: PageHash,
): PublicationArchiveMetadata {
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
 * Stores the zip archive of a page; starts before the verdict is known. Resolves to null when the verdict is that the page is
 * not portable.
 */
async function storeArchive(
  { blobs }: PublisherDeps,
  begun: LeasedPublication,
  page: Uint8Array,
  facts: Promise<PublicationArchiveMetadata | null>,
): Promise<PublicationCommitInput['archive']> {
  const portable = facts.then((known) => {
    if (known === null) throw new BridgeError('internal', {}, { cause: 'not portable' });
    return known;
  });
  // A blob store that fails at once never reads `chunks`, so nothing else would handle a rejection of `portable`.
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

/** Stores the page and its compressed variants in the blob store. */
async function storePage(
  { blobs }: PublisherDeps,
  { publication_id: id }: LeasedPublication,
  page: Uint8Array,
  names: PageHash,
  encoded: Promise<CompressedPage>,
): Promise<Pick<PublicationCommitInput, 'page' | 'variants'>> {
  const store = (
    bytes: Uint8Array | null,
  ): Promise<PublicationCommitInput['page'] | null> | null =>
    bytes === null ? null : storeObject(blobs, id, bytes);
  const [stored, br, gzip] = await Promise.all([
    storeObject(blobs, id, page, names.sha256),
    encoded.then((e) => store(e.br)),
    encoded.then((e) => store(e.gzip)),
  ]);
  return { page: stored, variants: { br, gzip } };
}

/**
 * Prepares a publication for its commit: composes and inspects the page, refuses secrets, and stores page, compressed variants
 * and archive durably. Throws secret_in_html, empty_draft and service_unavailable.
 * Spec: publishing.publish, publishing.secret-refused. ADR 002.
 */
export async function makePublication(
  deps: PublisherDeps,
  begun: LeasedPublication,
  deadline: number,
): Promise<PublicationCommitInput> {
  const { page_id, publication_id, attempt, title } = begun;
  demandTime(deps, deadline);
  const { page, layers } = await readComposed(deps.blobs, begun);
  // A draft without HTML whose layers are all hidden gives an empty page.
  if (page.byteLength === 0)
    throw new BridgeError('empty_draft', { page_id, draft_revision: begun.revision });
  const names = await hashPage(page);
  // The libuv thread pool is idle during the inspection, so compression starts before the page is known to be free of secrets.
  const encoded = encodePage(page);
  encoded.catch(() => undefined);
  const { secrets, verdict: judged } = deps.inspector.inspect({
    html: page,
    layers,
    title,
    address: pageAddress(deps.links, page_id),
    sha256: names.sha256,
  });
  refuseSecrets(await secrets);
  await failpoint('publish.after-search');
  // A page without secrets is published whatever its verdict is, so storing starts before the verdict.
  const facts = judged.then((verdict) =>
    verdict.publication_mode === 'portable' ? siteFacts(deps, begun, verdict, names) : null,
  );
  const stored = Promise.all([
    storePage(deps, begun, page, names, encoded),
    storeArchive(deps, begun, page, facts),
  ]);
  // Waits for the verdict and the storing, so that no write is still running when an error of the inspection is thrown.
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

import { type BUILDER, PUBLISHER } from '@bridge/contracts';
import { claimKey, findKey, releaseKey, replayOf, withTwins } from '@bridge/db';
import { accountOf, type ServiceCallHandler, type ServiceCallContext } from '@bridge/bus';
import { BridgeError, failpoint } from '@bridge/kernel';
import { NO_LAYERS } from '../empty-draft.ts';
import { demandDraft, demandOwner, demandRight, scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { bodyRefOf } from '../stored-text.ts';
import { layersOfRow } from '../website-record.ts';
import { type WebsiteWithTextsRow, findContent } from '../website.store.ts';
import {
  abandonPublication,
  beginPublication,
  type PublicationRow,
  takeOver,
} from './publication.store.ts';

/**
 * Maximum time in ms that one bus message waits for a concurrent identical call; the publisher then sends it again. A longer
 * wait is harmful: the bus resends unanswered messages, and a copy whose caller has gone could claim the idempotency key and
 * hold it until the lease of its publication ends.
 */
const TWIN_WAIT_MS = 1_000;

/** The input of builder.publish_begin: the website and the revision to publish. */
type PublishBeginInput = Parameters<ServiceCallHandler<typeof BUILDER.publishBegin>>[0];

/**
 * The result of builder.publish_begin: the publication that has begun, with a lease, or the stored result of an earlier call
 * with the same idempotency key.
 */
type PublishBeginResult = Awaited<ReturnType<ServiceCallHandler<typeof BUILDER.publishBegin>>>;

/**
 * Reads the website that the call wants to publish. Throws unless the caller may publish it, it is at the expected revision,
 * and it is not empty.
 */
async function demandPublishable(
  deps: BuilderDeps,
  call: ServiceCallContext,
  draft: { readonly page_id: number; readonly expected_revision: number },
): Promise<WebsiteWithTextsRow> {
  const row = await demandDraft(findContent, deps.db, call, draft, ({ word }) =>
    demandRight(deps.db, call, word),
  );
  if (row.bytes === 0 && row.layers_bytes === NO_LAYERS.length)
    throw new BridgeError('empty_draft', {
      page_id: row.page_id,
      draft_revision: row.draft_revision,
    });
  return row;
}

function publishable(publication: PublicationRow, row: WebsiteWithTextsRow): PublishBeginResult {
  return {
    state: 'go',
    publication_id: publication.publication_id,
    attempt: publication.attempt,
    published_at: publication.published_at.toISOString(),
    page_id: row.page_id,
    revision: publication.revision,
    // The publisher builds the page with this title.
    // The title of the first attempt is stored, so that a later attempt builds the same snapshot.
    title: publication.title ?? row.title,
    word: row.word,
    lineage_id: row.lineage_id,
    body: bodyRefOf(row),
    layers: layersOfRow(row),
  };
}

/**
 * Claims the idempotency key and begins the first attempt of a publication. Returns null when a concurrent identical call has
 * claimed the key, or the website has changed since it was read.
 */
async function begin(
  deps: BuilderDeps,
  input: PublishBeginInput,
  call: ServiceCallContext,
  fp: string,
): Promise<PublishBeginResult | null> {
  const { db, ids } = deps;
  const row = await demandPublishable(deps, call, input);
  const keyOf = { accountId: accountOf(call), key: input.idempotency_key };
  const publicationId = ids.make('pub');
  const options = { deadline: call.deadline, failpoints: 'publish-begin' };
  return db.transaction(options, async (tx) => {
    const claim = { action: 'builder.publish', fp, publicationId };
    if (!(await claimKey(tx, keyOf, claim))) return null;
    await failpoint('publish-begin.after-claim');
    const publication = await beginPublication(tx, scopeOf(call), {
      publicationId,
      pageId: input.page_id,
      expectedRevision: input.expected_revision,
      key: input.idempotency_key,
      visibility: input.visibility,
    });
    if (publication !== undefined) return publishable(publication, row);
    // The website changed after it was read, so its idempotency key is freed.
    // The next try of the caller reads the website again and throws the reason for the refusal.
    await releaseKey(tx, keyOf);
    return null;
  });
}

/** Starts the next attempt of a publication whose worker has stopped. Returns null while the lease of that worker lasts. */
async function resume(
  deps: BuilderDeps,
  call: ServiceCallContext,
  publicationId: string,
): Promise<PublishBeginResult | null> {
  const accountId = accountOf(call);
  const taken = await takeOver(deps.db, accountId, publicationId);
  if (taken === undefined) return null;
  try {
    const draft = { page_id: taken.page_id, expected_revision: taken.revision };
    return publishable(taken, await demandPublishable(deps, call, draft));
  } catch (error) {
    const { attempt } = taken;
    await deps.db.transaction({ deadline: call.deadline, waitForLocks: true }, (tx) =>
      abandonPublication(tx, accountId, { publicationId, attempt }),
    );
    throw error;
  }
}

/**
 * Claims the idempotency key of a publication and begins it with a lease, or returns the stored response of an earlier
 * identical call. While an identical call runs, it waits without a database connection. Spec: idempotency.twins. ADR 002.
 */
export function publishBegin(deps: BuilderDeps): ServiceCallHandler<typeof BUILDER.publishBegin> {
  const { db, clock } = deps;
  return async (input, call) => {
    const { fp } = call;
    if (fp === undefined)
      throw new BridgeError('internal', {}, { cause: 'a publication without a fingerprint' });
    // Only an owner may set the visibility with a publication, not an agent.
    if (input.visibility !== null) demandOwner(call);
    const keyOf = { accountId: accountOf(call), key: input.idempotency_key };
    let pending: string | null = null;
    return withTwins<PublishBeginResult>(
      clock,
      Math.min(call.deadline, clock.now() + TWIN_WAIT_MS),
      {
        findStored: async () => {
          const used = await findKey(db, keyOf);
          pending = used?.publication_id ?? null;
          const stored =
            used === undefined ? null : replayOf(used, { fp, worlds: call.ctx.worlds });
          if (stored === null) return null;
          return { state: 'replay', response: PUBLISHER.publish.output.parse(JSON.parse(stored)) };
        },
        attempt: () =>
          pending === null ? begin(deps, input, call, fp) : resume(deps, call, pending),
      },
    );
  };
}

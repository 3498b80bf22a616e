import { type BUILDER, PUBLISHER } from '@bridge/contracts';
import { claimKey, findKey, LOCK_NOT_AVAILABLE, releaseKey, replayOf, sqlState } from '@bridge/db';
import { accountOf, type Handler, type HandlerCall } from '@bridge/bus';
import { BackOff, BridgeError, failpoint } from '@bridge/kernel';
import { NO_LAYERS } from '../no-layers.ts';
import { demandChangeable, demandRevision, demandRight, scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { bodyOfRow, layersOfRow } from '../website-record.ts';
import { type ContentRow, findContent } from '../website.store.ts';
import {
  abandonPublication,
  beginPublication,
  type PublicationRow,
  takeOver,
} from './publication.store.ts';

/**
 * Longest wait for a twin in one message; the publisher asks again. A silent message is sent twice by the bus, and of
 * two that wait the one nobody hears would take the key after the other and hold it until its lease ends.
 */
const TWIN_WAIT_MS = 1_000;
type Input = Parameters<Handler<typeof BUILDER.publishBegin>>[0];
type Begun = Awaited<ReturnType<Handler<typeof BUILDER.publishBegin>>>;

/** The website at the wanted revision, with all that a publication asks of it. */
async function demandPublishable(
  deps: BuilderDeps,
  call: HandlerCall,
  pageId: number,
  revision: number,
): Promise<ContentRow> {
  const found = await findContent(deps.db, scopeOf(call), pageId);
  const row = demandChangeable(found, pageId);
  await demandRight(deps.db, call, row.word);
  demandRevision(row, revision);
  if (row.bytes === 0 && row.layers_bytes === NO_LAYERS.length)
    throw new BridgeError('empty_draft', { page_id: pageId, draft_revision: row.draft_revision });
  return row;
}

function go(publication: PublicationRow, row: ContentRow): Begun {
  return {
    state: 'go',
    publication_id: publication.publication_id,
    attempt: publication.attempt,
    published_at: publication.published_at.toISOString(),
    page_id: row.page_id,
    revision: publication.revision,
    title: row.title,
    word: row.word,
    lineage_id: row.lineage_id,
    body: bodyOfRow(row),
    layers: layersOfRow(row),
  };
}

/** Claims the key and begins attempt 1; undefined when a twin was faster or is at it. */
async function begin(
  deps: BuilderDeps,
  input: Input,
  call: HandlerCall,
  fp: string,
): Promise<Begun | undefined> {
  const { db, ids } = deps;
  const row = await demandPublishable(deps, call, input.page_id, input.expected_revision);
  const keyOf = { accountId: accountOf(call), key: input.idempotency_key };
  const publicationId = ids.make('pub');
  try {
    const options = { deadline: call.deadline, failpoints: 'publish-begin' };
    return await db.transaction(options, async (tx) => {
      const claim = { action: 'builder.publish', fp, publicationId };
      if (!(await claimKey(tx, keyOf, claim))) return undefined;
      await failpoint('publish-begin.after-claim');
      const publication = await beginPublication(tx, scopeOf(call), {
        publicationId,
        pageId: input.page_id,
        expectedRevision: input.expected_revision,
        key: input.idempotency_key,
      });
      // Something moved since it was looked at: the next turn says what.
      if (publication === undefined) {
        await releaseKey(tx, keyOf);
        return undefined;
      }
      return go(publication, row);
    });
  } catch (error) {
    if (sqlState(error) === LOCK_NOT_AVAILABLE) return undefined;
    throw error;
  }
}

/** Goes on with a publication whose worker went silent; undefined while its lease lasts. */
async function resume(
  deps: BuilderDeps,
  call: HandlerCall,
  publicationId: string,
): Promise<Begun | undefined> {
  const accountId = accountOf(call);
  const taken = await takeOver(deps.db, accountId, publicationId);
  if (taken === undefined) return undefined;
  try {
    return go(taken, await demandPublishable(deps, call, taken.page_id, taken.revision));
  } catch (error) {
    await deps.db.transaction({ deadline: call.deadline, waitForLocks: true }, async (tx) => {
      const key = await abandonPublication(tx, accountId, {
        publicationId,
        attempt: taken.attempt,
      });
      if (key !== undefined) await releaseKey(tx, { accountId, key });
    });
    throw error;
  }
}

/**
 * Claims the key of a publication and takes a lease on it, or answers the stored response of an earlier one. A twin at
 * work is waited for without a connection. Spec: idempotency.twins. ADR 002.
 */
export function publishBegin(deps: BuilderDeps): Handler<typeof BUILDER.publishBegin> {
  const { db, clock } = deps;
  return async (input, call) => {
    const { fp } = call;
    if (fp === undefined)
      throw new BridgeError('internal', {}, { cause: 'a publication without a fingerprint' });
    const keyOf = { accountId: accountOf(call), key: input.idempotency_key };
    const twin = new BackOff(clock, Math.min(call.deadline, clock.now() + TWIN_WAIT_MS));
    for (;;) {
      const used = await findKey(db, keyOf);
      const stored = used === undefined ? null : replayOf(used, { fp, worlds: call.ctx.worlds });
      if (stored !== null)
        return { state: 'replay', response: PUBLISHER.publish.output.parse(JSON.parse(stored)) };
      const pending = used?.publication_id ?? null;
      let begun: Begun | undefined;
      try {
        begun =
          pending === null ? await begin(deps, input, call, fp) : await resume(deps, call, pending);
      } catch (error) {
        // What refuses may have come after a twin that ended since the look-up: its answer is then this call's too.
        if (pending !== null || (await findKey(db, keyOf)) === undefined) throw error;
        continue;
      }
      if (begun !== undefined) return begun;
      if (!(await twin.pause()))
        throw new BridgeError('idempotency_in_progress', {}, { retryAfterS: 1 });
    }
  };
}

import { BUILDER, PUBLISHER, hintLive, publicationWarnings } from '@bridge/contracts';
import {
  append,
  findKey,
  journalEntry,
  settleKey,
  type TransactionHandle,
  type SqlStatementRunner,
} from '@bridge/db';
import { accountOf, sendHint, type ServiceCallHandler, type ServiceCallContext } from '@bridge/bus';
import { BridgeError, failpoint, ReplayedResult } from '@bridge/kernel';
import type { z } from 'zod';
import { scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { websiteRecordOf } from '../website-record.ts';
import {
  commitPublication,
  findPublished,
  type LockedWebsiteRow,
  holdPage,
  type PublishCommitInput,
  type PublishedWebsiteRow,
} from './commit.store.ts';
import {
  abandonPublication,
  type LockedPublicationRow,
  holdPublication,
} from './publication.store.ts';

/** The result of the action builder.publish, as the agent receives it. */
type PublishResult = z.output<typeof PUBLISHER.publish.output>;

/**
 * The outcome of the commit of a publication: committed by this message, committed by an earlier message (`before`), or
 * refused.
 */
type PublicationCommitOutcome =
  | { readonly state: 'committed'; readonly response: PublishResult; readonly version: number }
  | { readonly state: 'before'; readonly response: PublishResult }
  | { readonly state: 'refused'; readonly error: BridgeError };

/**
 * Returns the error with which a publication is refused, because the website or the account’s right to publish in the World has
 * changed since it began. Returns undefined when it may be committed.
 */
function refusalOf(
  page: LockedWebsiteRow | undefined,
  publication: LockedPublicationRow,
): BridgeError | undefined {
  const { page_id, revision, word } = publication;
  if (page === undefined) return new BridgeError('page_not_found', { page_id });
  if (page.suspended) return new BridgeError('suspended', {});
  // A move of the draft to another World makes a new revision, so after a move the error is revision_conflict.
  if (page.word === word && !publication.may_publish)
    return new BridgeError('world_forbidden', { word });
  if (page.draft_revision === revision) return undefined;
  return new BridgeError('revision_conflict', {
    page_id,
    expected_revision: revision,
    current_revision: page.draft_revision,
  });
}

function responseOf(
  deps: Pick<BuilderDeps, 'links'>,
  row: PublishedWebsiteRow,
  made: PublishCommitInput,
  unchanged: boolean,
): PublishResult {
  const website = websiteRecordOf(row, deps.links);
  const { archive_bytes: bytes, archive_sha256: sha256, archive_filename: filename } = row;
  const url = website.snapshot?.archive_url ?? null;
  const complete = url !== null && bytes !== null && sha256 !== null && filename !== null;
  return PUBLISHER.publish.output.parse({
    website,
    publication_mode: made.publication_mode,
    offline_ready: row.offline_ready ?? made.offline_ready,
    ...publicationWarnings(website, made),
    // When the same content was published before, its snapshot and the ZIP archive of the first publication are kept.
    archive: complete ? { url, bytes, sha256, filename, media_type: 'application/zip' } : null,
    unchanged,
  });
}

async function readStoredResult(
  tx: SqlStatementRunner,
  accountId: string,
  key: string,
): Promise<PublishResult> {
  const row = await findKey(tx, { accountId, key });
  if (row === undefined || row.response === null)
    throw new BridgeError('internal', {}, { cause: 'a committed publication without a response' });
  return PUBLISHER.publish.output.parse(JSON.parse(row.response));
}

/**
 * The transaction that ends a publication. To avoid deadlocks it locks in this order: membership in the World, publication,
 * website, idempotency key, last row of the journal.
 */
async function commit(
  deps: BuilderDeps,
  tx: TransactionHandle,
  made: PublishCommitInput,
  call: ServiceCallContext,
): Promise<PublicationCommitOutcome> {
  const accountId = accountOf(call);
  const publication = await holdPublication(tx, accountId, made.publication_id);
  if (publication?.state === 'committed') {
    return {
      state: 'before',
      response: await readStoredResult(tx, accountId, publication.idempotency_key),
    };
  }
  // The publication was abandoned by its worker or by the sweep. Its idempotency key is free, so the client may retry the call.
  if (publication === undefined || publication.state === 'abandoned')
    throw new BridgeError('service_unavailable', {}, { cause: 'abandoned', retryAfterS: 1 });
  // Fencing: the lease of this attempt ended and a newer attempt took over the publication. Only the newest may commit.
  if (publication.attempt !== made.attempt)
    throw new BridgeError('idempotency_in_progress', {}, { cause: 'fenced', retryAfterS: 1 });
  const { page_id: pageId, idempotency_key: key, revision } = publication;
  const page = await holdPage(tx, scopeOf(call), pageId);
  const error = refusalOf(page, publication);
  if (error !== undefined) {
    const attempt = { publicationId: made.publication_id, attempt: made.attempt };
    await abandonPublication(tx, accountId, attempt);
    return { state: 'refused', error };
  }
  const pointed = await commitPublication(tx, accountId, publication, made);
  await failpoint('publish-commit.after-pointer');
  const row = await findPublished(tx, accountId, pageId);
  if (pointed === undefined || row === undefined)
    throw new BridgeError('internal', {}, { cause: 'a publication that could not be committed' });
  const response = responseOf(deps, row, made, page?.live_snapshot_id === made.snapshot_id);
  await settleKey(
    tx,
    { accountId, key },
    { response: JSON.stringify(response), words: [row.word] },
  );
  const revisions = { revBefore: revision, revAfter: revision };
  const effect = { pageId, word: row.word, ...revisions };
  await append(tx, journalEntry(call, accountId, 'builder.publish', effect));
  return { state: 'committed', response, version: pointed.version };
}

/**
 * Makes a publication live, stores its response and appends the journal row in one transaction. A repeated message returns the
 * stored response. A message of an older or abandoned attempt is refused. Spec: publishing.once. ADR 002.
 */
export function publishCommit(deps: BuilderDeps): ServiceCallHandler<typeof BUILDER.publishCommit> {
  return async (made, call) => {
    const options = { deadline: call.deadline, failpoints: 'publish-commit', waitForLocks: true };
    const outcome = await deps.db.transaction(options, (tx) => commit(deps, tx, made, call));
    switch (outcome.state) {
      case 'refused':
        throw outcome.error;
      case 'before':
        return new ReplayedResult(outcome.response);
      case 'committed': {
        const { page_id } = outcome.response.website;
        sendHint(deps.driver, hintLive, { page_id, v: outcome.version });
        return outcome.response;
      }
    }
  };
}

import { actorOf, type ChangeResultWithJournalFields, type SqlStatementRunner } from '@bridge/db';
import type { WebsiteRecord } from '@bridge/contracts';
import type { ServiceCallContext } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import { demandDraft, demandRight, scopeOf } from './checks.ts';
import type { BuilderDeps } from './deps.ts';
import { advanceDraft, holdDraft, type DraftChange } from './revision.store.ts';
import { findWebsite } from './website.store.ts';
import { websiteRecordOf } from './website-record.ts';

/**
 * Finds the reason why the statement of a change matched no row, by reading the website again, and throws that refusal. It
 * never returns.
 */
export async function throwRefusal(
  tx: SqlStatementRunner,
  call: ServiceCallContext,
  {
    pageId,
    expectedRevision,
    word = null,
  }: {
    readonly pageId: number;
    readonly expectedRevision: number | null;
    /** The World (public identity) to which the change would have moved the draft; null if it would not have moved it. */
    readonly word?: string | null;
  },
): Promise<never> {
  const draft = { page_id: pageId, expected_revision: expectedRevision ?? undefined };
  await demandDraft(findWebsite, tx, call, draft, async () => {
    if (word !== null) await demandRight(tx, call, word);
  });
  // The new read finds no reason to refuse, so the row was changed and changed back meanwhile.
  // Nothing was written; the client may retry.
  throw new BridgeError('service_unavailable', {}, { retryAfterS: 1 });
}

/**
 * Handles a move of a draft to the World (public identity) that it is already in: checks the conditions of a move, locks the
 * draft and changes nothing.
 */
export async function keepDraft(
  deps: Pick<BuilderDeps, 'links'>,
  tx: SqlStatementRunner,
  call: ServiceCallContext,
  kept: Pick<DraftChange, 'pageId' | 'expectedRevision'> & { readonly word: string },
): Promise<ChangeResultWithJournalFields<{ website: WebsiteRecord }>> {
  const row = (await holdDraft(tx, scopeOf(call), kept)) ?? (await throwRefusal(tx, call, kept));
  return {
    result: { website: websiteRecordOf(row, deps.links) },
    words: [row.word],
    pageId: kept.pageId,
    word: row.word,
    revBefore: row.draft_revision,
    revAfter: row.draft_revision,
  };
}

/**
 * Writes the next revision of a draft if the website is at the expected revision and the caller may change it. Returns the
 * result with the values for the journal (the audit log). With `limited`, the quota of stored bytes is checked.
 */
export async function applyDraftChange(
  deps: Pick<BuilderDeps, 'links' | 'quotas'>,
  tx: SqlStatementRunner,
  call: ServiceCallContext,
  change: DraftChange,
  by: {
    readonly action: string;
    readonly limited: boolean;
    readonly fromWord?: string;
    readonly restoredFrom?: number;
  },
): Promise<ChangeResultWithJournalFields<{ website: WebsiteRecord }>> {
  const { restoredFrom } = by;
  const author = {
    action: by.action,
    actor: actorOf(call.ctx),
    ...(restoredFrom === undefined ? {} : { restoredFrom }),
  };
  const row =
    (await advanceDraft(tx, scopeOf(call), change, author)) ??
    (await throwRefusal(tx, call, change));
  const { storedBytesMax } = deps.quotas;
  if (by.limited && row.stored_bytes > storedBytesMax)
    throw new BridgeError('quota_exceeded', { quota: 'stored bytes', max: storedBytesMax });
  return {
    result: { website: websiteRecordOf(row, deps.links) },
    words: by.fromWord === undefined ? [row.word] : [by.fromWord, row.word],
    pageId: change.pageId,
    word: row.word,
    revBefore: change.expectedRevision,
    revAfter: row.draft_revision,
  };
}

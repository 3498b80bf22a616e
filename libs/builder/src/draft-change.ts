import { actorOf, type AppliedChange, type Queryable } from '@bridge/db';
import type { WebsiteRecord } from '@bridge/contracts';
import type { HandlerCall } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import { demandDraft, demandRight, scopeOf } from './checks.ts';
import type { BuilderDeps } from './deps.ts';
import { advanceDraft, holdDraft, type DraftChange } from './revision.store.ts';
import { findWebsite } from './website.store.ts';
import { websiteRecordOf } from './website-record.ts';

/** Finds the guard that refused and throws its error; always throws. */
async function throwRefusal(
  tx: Queryable,
  call: HandlerCall,
  { pageId, expectedRevision, word }: Pick<DraftChange, 'pageId' | 'expectedRevision' | 'word'>,
): Promise<never> {
  const draft = { page_id: pageId, expected_revision: expectedRevision };
  await demandDraft(findWebsite, tx, call, draft, async () => {
    if (word !== null) await demandRight(tx, call, word);
  });
  // The row now matches again (concurrent change and revert). Nothing was written; the client may retry.
  throw new BridgeError('service_unavailable', {}, { retryAfterS: 1 });
}

/** Applies a move of a website into its own World: no change, under the guards of a move. */
export async function keepDraft(
  deps: Pick<BuilderDeps, 'links'>,
  tx: Queryable,
  call: HandlerCall,
  kept: Pick<DraftChange, 'pageId' | 'expectedRevision'> & { readonly word: string },
): Promise<AppliedChange<{ website: WebsiteRecord }>> {
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

/** Applies a change of a draft: the next revision, with its guards. With `limited` the quota of bytes applies. */
export async function applyDraftChange(
  deps: Pick<BuilderDeps, 'links' | 'quotas'>,
  tx: Queryable,
  call: HandlerCall,
  change: DraftChange,
  by: {
    readonly action: string;
    readonly limited: boolean;
    readonly fromWord?: string;
    readonly restoredFrom?: number;
  },
): Promise<AppliedChange<{ website: WebsiteRecord }>> {
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

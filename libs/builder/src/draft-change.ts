import { actorOf, type Applied, type Queryable } from '@bridge/db';
import type { WebsiteRecord } from '@bridge/contracts';
import type { HandlerCall } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import { demandChangeable, demandRevision, demandRight, scopeOf } from './checks.ts';
import type { BuilderDeps } from './deps.ts';
import { advanceDraft, holdDraft, type DraftChange } from './revision.store.ts';
import { findWebsite } from './website.store.ts';
import { websiteRecordOf } from './website-record.ts';

/** A guard of the statement refused: says which, as things stand now. Always throws. */
async function refuse(
  tx: Queryable,
  call: HandlerCall,
  change: Pick<DraftChange, 'pageId' | 'expectedRevision' | 'word'>,
): Promise<never> {
  const row = await findWebsite(tx, scopeOf(call), change.pageId);
  const found = demandChangeable(row, change.pageId);
  if (change.word !== null) await demandRight(tx, call, change.word);
  demandRevision(found, change.expectedRevision);
  // It changed back while we looked: nothing was applied, and the same call may come again.
  throw new BridgeError('service_unavailable', {}, { retryAfterS: 1 });
}

/** What a move into the World where the website is applies: nothing, under the guards of a move. */
export async function keepDraft(
  deps: Pick<BuilderDeps, 'links'>,
  tx: Queryable,
  call: HandlerCall,
  kept: Pick<DraftChange, 'pageId' | 'expectedRevision'> & { readonly word: string },
): Promise<Applied<{ website: WebsiteRecord }>> {
  const row = (await holdDraft(tx, scopeOf(call), kept)) ?? (await refuse(tx, call, kept));
  return {
    result: { website: websiteRecordOf(row, deps.links) },
    words: [row.word],
    pageId: kept.pageId,
    word: row.word,
    revBefore: row.draft_revision,
    revAfter: row.draft_revision,
  };
}

/** What every change of a draft applies: the next revision, guarded; `limited` when it may hit the quota of bytes. */
export async function applyDraftChange(
  deps: Pick<BuilderDeps, 'links' | 'quotas'>,
  tx: Queryable,
  call: HandlerCall,
  change: DraftChange,
  by: { readonly action: string; readonly limited: boolean; readonly fromWord?: string },
): Promise<Applied<{ website: WebsiteRecord }>> {
  const author = { action: by.action, actor: actorOf(call.ctx) };
  const row =
    (await advanceDraft(tx, scopeOf(call), change, author)) ?? (await refuse(tx, call, change));
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

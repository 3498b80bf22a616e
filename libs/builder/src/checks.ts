import type { CallPrincipal } from '@bridge/contracts';
import type { Queryable } from '@bridge/db';
import { accountOf, type HandlerCall } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import type { Scope, WebsiteRow } from './website.store.ts';
import { standingIn } from './world-right.store.ts';

/** The websites that this caller sees: those of its account, in the Worlds of its key. */
export function scopeOf(call: HandlerCall): Scope {
  return { accountId: accountOf(call), words: call.ctx.worlds };
}

/** The website; throws page_not_found, and suspended for one that must not change. */
export function demandChangeable<R extends WebsiteRow>(row: R | undefined, pageId: number): R {
  const found = demandVisible(row, pageId);
  if (found.suspended) throw new BridgeError('suspended', {});
  return found;
}

/** The website; throws page_not_found, for a foreign one exactly as for one that does not exist. */
export function demandVisible<R extends WebsiteRow>(row: R | undefined, pageId: number): R {
  if (row === undefined) throw new BridgeError('page_not_found', { page_id: pageId });
  return row;
}

/** Throws multi_file_project: projects of several files are edited in the browser editor only. */
export function demandSingle(row: WebsiteRow): void {
  if (row.kind === 'project') throw new BridgeError('multi_file_project', { page_id: row.page_id });
}

/** Throws revision_conflict unless the draft is at the revision that the caller has read. */
function demandRevision(row: WebsiteRow, expected: number): void {
  if (row.draft_revision === expected) return;
  throw new BridgeError('revision_conflict', {
    page_id: row.page_id,
    expected_revision: expected,
    current_revision: row.draft_revision,
  });
}

/** Throws key_world_not_allowed for a World outside those of the key. */
export function demandWord(ctx: CallPrincipal, word: string): void {
  if (ctx.worlds !== null && !ctx.worlds.includes(word))
    throw new BridgeError('key_world_not_allowed', { word });
}

/** Throws unless the account may create, attach and publish in this World. */
export async function demandRight(db: Queryable, call: HandlerCall, word: string): Promise<void> {
  demandWord(call.ctx, word);
  const standing = await standingIn(db, accountOf(call), word);
  if (!standing.founded) throw new BridgeError('world_not_found', { word });
  if (standing.suspended) throw new BridgeError('suspended', {});
  if (!standing.may) throw new BridgeError('world_forbidden', { word });
}

/**
 * Reads a website that the call is to change. The refusals come in the order of Spec: actions.first-refusal.: the website
 * is visible to the caller, not suspended, passes `check`, and its draft is at the expected revision.
 */
export async function demandDraft<R extends WebsiteRow>(
  find: (db: Queryable, scope: Scope, pageId: number) => Promise<R | undefined>,
  db: Queryable,
  call: HandlerCall,
  draft: { readonly page_id: number; readonly expected_revision?: number | undefined },
  check: (row: R) => Promise<void> | void,
): Promise<R> {
  const row = demandChangeable(await find(db, scopeOf(call), draft.page_id), draft.page_id);
  await check(row);
  if (draft.expected_revision !== undefined) demandRevision(row, draft.expected_revision);
  return row;
}

/** Throws session_required for a call with a key. */
export function demandOwner(call: HandlerCall): void {
  if (call.ctx.key_id !== null) throw new BridgeError('session_required', {});
}

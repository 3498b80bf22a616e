import type { CallPrincipal } from '@bridge/contracts';
import type { SqlStatementRunner } from '@bridge/db';
import { accountOf, type ServiceCallContext } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import type { WebsiteAccessFilter, WebsiteRow } from './website.store.ts';
import { findWriteAccess } from './world-right.store.ts';

/**
 * Returns the filter for the websites that the caller may see: those of its account, and if its key is limited to Worlds
 * (public identities), only those in these Worlds.
 */
export function scopeOf(call: ServiceCallContext): WebsiteAccessFilter {
  return { accountId: accountOf(call), words: call.ctx.worlds };
}

/**
 * Returns `row`, the website, if it may be changed. Throws page_not_found when `row` is undefined, and suspended when the
 * website is suspended.
 */
export function demandChangeable<R extends WebsiteRow>(row: R | undefined, pageId: number): R {
  const found = demandVisible(row, pageId);
  if (found.suspended) throw new BridgeError('suspended', {});
  return found;
}

/**
 * Returns `row`, the website. Throws page_not_found when it is undefined, with the same details for a website of another
 * account as for an unknown id.
 */
export function demandVisible<R extends WebsiteRow>(row: R | undefined, pageId: number): R {
  if (row === undefined) throw new BridgeError('page_not_found', { page_id: pageId });
  return row;
}

/** Throws multi_file_project for a website with several files: this action changes only websites with one HTML text. */
export function demandSingle(row: WebsiteRow): void {
  if (row.kind === 'project') throw new BridgeError('multi_file_project', { page_id: row.page_id });
}

/** Throws revision_conflict unless the current revision of the draft is the one that the caller expects. */
function demandRevision(row: WebsiteRow, expected: number): void {
  if (row.draft_revision === expected) return;
  throw new BridgeError('revision_conflict', {
    page_id: row.page_id,
    expected_revision: expected,
    current_revision: row.draft_revision,
  });
}

/**
 * Throws key_world_not_allowed when the caller’s key is limited to Worlds (public identities) and this World is not one of
 * them.
 */
export function demandWord(ctx: CallPrincipal, word: string): void {
  if (ctx.worlds !== null && !ctx.worlds.includes(word))
    throw new BridgeError('key_world_not_allowed', { word });
}

/**
 * Throws world_not_found, suspended or world_forbidden unless the account may create websites in this World (public identity),
 * move websites to it and publish in it; key_world_not_allowed unless the key may act there.
 */
export async function demandRight(
  db: SqlStatementRunner,
  call: ServiceCallContext,
  word: string,
): Promise<void> {
  demandWord(call.ctx, word);
  const access = await findWriteAccess(db, accountOf(call), word);
  if (!access.founded) throw new BridgeError('world_not_found', { word });
  if (access.suspended) throw new BridgeError('suspended', {});
  if (!access.may) throw new BridgeError('world_forbidden', { word });
}

/**
 * Reads the website that a call wants to change. Throws the refusal of the first of these checks that fails: the caller may see
 * it, it is not suspended, `check` accepts it, it is at the expected revision. Spec: actions.first-refusal.
 */
export async function demandDraft<R extends WebsiteRow>(
  find: (
    db: SqlStatementRunner,
    scope: WebsiteAccessFilter,
    pageId: number,
  ) => Promise<R | undefined>,
  db: SqlStatementRunner,
  call: ServiceCallContext,
  draft: { readonly page_id: number; readonly expected_revision?: number | undefined },
  check: (row: R) => Promise<void> | void,
): Promise<R> {
  const row = demandChangeable(await find(db, scopeOf(call), draft.page_id), draft.page_id);
  await check(row);
  if (draft.expected_revision !== undefined) demandRevision(row, draft.expected_revision);
  return row;
}

/** Throws session_required when an agent’s key made the call: only the signed-in owner may make it. */
export function demandOwner(call: ServiceCallContext): void {
  if (call.ctx.key_id !== null) throw new BridgeError('session_required', {});
}

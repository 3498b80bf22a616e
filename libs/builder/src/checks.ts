import type { CallPrincipal } from '@bridge/contracts';
import type { Queryable } from '@bridge/db';
import { accountOf, type HandlerCall } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import type { Scope, WebsiteRow } from './website.store.ts';
import { standingIn } from './world-right.store.ts';

/** Which websites this caller sees: those of its account, and of its key's Worlds when it is limited to some. */
export function scopeOf(call: HandlerCall): Scope {
  return { accountId: accountOf(call), words: call.ctx.worlds };
}

/** The website itself, or 404; a suspended one is 451 for whoever would change it. */
export function demandChangeable<R extends WebsiteRow>(row: R | undefined, pageId: number): R {
  const found = demandVisible(row, pageId);
  if (found.suspended) throw new BridgeError('suspended', {});
  return found;
}

/** The website, or page_not_found: a foreign one answers exactly like one that does not exist. */
export function demandVisible<R extends WebsiteRow>(row: R | undefined, pageId: number): R {
  if (row === undefined) throw new BridgeError('page_not_found', { page_id: pageId });
  return row;
}

/** Projects of several files are edited in their own editor only. */
export function demandSingle(row: WebsiteRow): void {
  if (row.kind === 'project') throw new BridgeError('multi_file_project', { page_id: row.page_id });
}

/** The draft is still at the revision the caller has read. */
export function demandRevision(row: WebsiteRow, expected: number): void {
  if (row.draft_revision === expected) return;
  throw new BridgeError('revision_conflict', {
    page_id: row.page_id,
    expected_revision: expected,
    current_revision: row.draft_revision,
  });
}

/** A key limited to Worlds may name only these. */
export function demandWord(ctx: CallPrincipal, word: string): void {
  if (ctx.worlds !== null && !ctx.worlds.includes(word))
    throw new BridgeError('key_world_not_allowed', { word });
}

/** The account may create, attach and publish in this World: 404, 451 or 403 otherwise. */
export async function demandRight(db: Queryable, call: HandlerCall, word: string): Promise<void> {
  demandWord(call.ctx, word);
  const standing = await standingIn(db, accountOf(call), word);
  if (!standing.founded) throw new BridgeError('world_not_found', { word });
  if (standing.suspended) throw new BridgeError('suspended', {});
  if (!standing.may) throw new BridgeError('world_forbidden', { word });
}

/** Only the owner in person, never a key. */
export function demandOwner(call: HandlerCall): void {
  if (call.ctx.key_id !== null) throw new BridgeError('session_required', {});
}

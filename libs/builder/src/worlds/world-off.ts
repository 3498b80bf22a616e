import { BUILDER, hintLive } from '@bridge/contracts';
import { accountOf, sendHint, type ServiceCallHandler, type ServiceCallContext } from '@bridge/bus';
import {
  append,
  journalEntry,
  lockHead,
  type TransactionHandle,
  type SqlStatementRunner,
} from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { demandOwner, demandRight } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { findFounded } from './world-websites.ts';
import { setOffWorld } from './off-world.store.ts';

/** The name of the action in the journal when a website is put back into the list of its World. */
const PUT_BACK = 'builder.world_on';

/** Throws world_not_found, suspended or world_forbidden unless the caller founded the World (public identity). */
async function demandFounderOf(
  db: SqlStatementRunner,
  call: ServiceCallContext,
  word: string,
): Promise<void> {
  await demandRight(db, call, word);
  if (!(await findFounded(db, accountOf(call), word)))
    throw new BridgeError('world_forbidden', { word });
}

/**
 * Appends a row to the journal (audit log) of the website’s author; its actor is the role `founder`, not an account. The
 * journals of author and founder are locked in the order of account ids, so that no deadlock arises.
 */
async function appendForAuthor(
  tx: TransactionHandle,
  call: ServiceCallContext,
  author: string,
  { action, ...at }: { readonly action: string; readonly pageId: number; readonly word: string },
): Promise<void> {
  const founder = accountOf(call);
  if (author === founder) return;
  if (founder < author) await lockHead(tx, founder);
  const entry = journalEntry(call, author, action, at);
  await append(tx, { ...entry, actor: 'founder' });
}

/**
 * Removes a website from the public list of its World, or puts it back. Only the World’s founder may call it. The website keeps
 * its own address. The journals of founder and author each get a row. Spec: worlds.taken-off.
 */
export function worldOff({ db, driver }: BuilderDeps): ServiceCallHandler<typeof BUILDER.worldOff> {
  return async ({ word, page_id: pageId, off, idempotency_key }, call) => {
    const action = off ? BUILDER.worldOff.name : PUT_BACK;
    let version: number | undefined;
    const answer = await db.change({
      callable: BUILDER.worldOff,
      call,
      idempotencyKey: idempotency_key,
      plan: async () => {
        demandOwner(call);
        await demandFounderOf(db, call, word);
      },
      apply: async (tx) => {
        const row = await setOffWorld(tx, accountOf(call), { word, pageId, off });
        if (row === undefined) {
          await demandFounderOf(tx, call, word);
          throw new BridgeError('page_not_found', { page_id: pageId });
        }
        ({ version } = row);
        const effect = { action, pageId, word };
        await appendForAuthor(tx, call, row.author, effect);
        return { result: { page_id: pageId, off }, words: [word], ...effect };
      },
    });
    if (version !== undefined) sendHint(driver, hintLive, { page_id: pageId, v: version });
    return answer;
  };
}

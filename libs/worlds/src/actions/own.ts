import { isReservedWord, type WORLDS } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import type { WorldsDeps } from '../deps.ts';
import { findOwnWorld, listWorldCounts } from '../own-world.store.ts';
import { demandOwner } from '../world-change.ts';
import { findWorld, isFounder } from '../world.store.ts';

/**
 * Returns the numbers of members and open invitations of each World that an account founded or contributes to.
 * Spec: worlds.own.
 */
export function ownFacts({ db }: WorldsDeps): ServiceCallHandler<typeof WORLDS.ownFacts> {
  return async (_input, call) => {
    demandOwner(call);
    return { facts: [...(await listWorldCounts(db, accountOf(call)))] };
  };
}

/** Returns a World (public identity) as one of its members sees it. Spec: worlds.own. */
export function own({ db, links }: WorldsDeps): ServiceCallHandler<typeof WORLDS.own> {
  return async ({ word }, call) => {
    demandOwner(call);
    const row = await findOwnWorld(db, accountOf(call), word);
    if (row === undefined) {
      const code =
        (await findWorld(db, word)) === undefined ? 'world_not_found' : 'world_forbidden';
      throw new BridgeError(code, { word });
    }
    const founded_at = row.founded_at.toISOString();
    return { world: { ...row, founded_at, world_url: links.world(word) } };
  };
}

/**
 * Returns whether the account can found a World with a word (the World’s name), else the reason why it cannot.
 * Spec: worlds.word-state.
 */
export function wordState({ db }: WorldsDeps): ServiceCallHandler<typeof WORLDS.wordState> {
  return async ({ word }, call) => {
    demandOwner(call);
    if (isReservedWord(word)) return { free: false, reason: 'reserved' };
    if ((await findWorld(db, word)) === undefined) return { free: true, reason: null };
    const reason = (await isFounder(db, word, accountOf(call))) ? 'yours' : 'owned';
    return { free: false, reason };
  };
}

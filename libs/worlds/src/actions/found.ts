import { WORLDS, isReservedWord } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import type { WorldsDeps } from '../deps.ts';
import { keyAllows, permissionsOf } from '../permissions.ts';
import { claimWord, countFounding, isFounder } from '../world.store.ts';

/**
 * Founds a World (public identity): claims an unused word, the World’s unique name, for the account. When several calls claim
 * the same word at once, exactly one succeeds.
 */
export function found(deps: WorldsDeps): ServiceCallHandler<typeof WORLDS.found> {
  const { db, links, worldsPerAccountMax } = deps;
  return async ({ word, idempotency_key }, call) =>
    db.change({
      callable: WORLDS.found,
      call,
      idempotencyKey: idempotency_key,
      plan: async () => {
        if (!keyAllows(call.ctx, word)) throw new BridgeError('key_world_not_allowed', { word });
        if (isReservedWord(word))
          throw new BridgeError('word_unavailable', { word, reason: 'reserved' });
      },
      apply: async (tx) => {
        const accountId = accountOf(call);
        if (!(await countFounding(tx, accountId, worldsPerAccountMax)))
          throw new BridgeError('quota_exceeded', { quota: 'Worlds', max: worldsPerAccountMax });
        const claimed = await claimWord(tx, word, accountId);
        if (claimed === undefined) {
          const reason = (await isFounder(tx, word, accountId)) ? 'yours' : 'owned';
          throw new BridgeError('word_unavailable', { word, reason });
        }
        const world = {
          word,
          title: claimed.title,
          world_url: links.world(word),
          role: 'founder' as const,
          permissions: permissionsOf(call.ctx, { word, role: 'founder', suspended: false }),
          founded_at: claimed.founded_at.toISOString(),
        };
        return { result: { world }, words: [word], word };
      },
    });
}

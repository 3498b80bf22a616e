import { WORLDS } from '@bridge/contracts';
import type { Handler } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import type { WorldsDeps } from '../deps.ts';
import { holdFounded } from '../world-change.ts';
import { setWorldListed } from '../world.store.ts';

/** Includes a World in the public overview or excludes it. Only its signed-in founder may call it. */
export function listedSet({ db }: Pick<WorldsDeps, 'db'>): Handler<typeof WORLDS.listedSet> {
  return async ({ word, listed, idempotency_key }, call) =>
    db.change({
      callable: WORLDS.listedSet,
      call,
      idempotencyKey: idempotency_key,
      plan: async () => {
        if (call.ctx.key_id !== null) throw new BridgeError('session_required', {});
      },
      apply: async (tx) => {
        await holdFounded(tx, call, word);
        await setWorldListed(tx, word, listed);
        return { result: { word, listed }, words: [word], word };
      },
    });
}

import { WORLDS } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import type { WorldsDeps } from '../deps.ts';
import { demandFounder, demandOwner, holdWorld } from '../world-change.ts';
import { setWorldListed } from '../world.store.ts';

/** Includes a World in the public overview or excludes it. Only its founder may call it, signed in and not with a key. */
export function listedSet({
  db,
}: Pick<WorldsDeps, 'db'>): ServiceCallHandler<typeof WORLDS.listedSet> {
  return async ({ word, listed, idempotency_key }, call) =>
    db.change({
      callable: WORLDS.listedSet,
      call,
      idempotencyKey: idempotency_key,
      plan: async () => demandOwner(call),
      apply: async (tx) => {
        demandFounder(await holdWorld(tx, call, word), word);
        await setWorldListed(tx, word, listed);
        return { result: { word, listed }, words: [word], word };
      },
    });
}

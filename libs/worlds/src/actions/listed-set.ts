import { WORLDS } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler, type HandlerCall } from '@bridge/bus';
import type { SqlStatementRunner } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import type { WorldsDeps } from '../deps.ts';
import { lockWorld } from '../member.store.ts';
import { demandFounder } from '../world-change.ts';
import { setWorldListed } from '../world.store.ts';

/**
 * Locks a World for a change by its founder, the caller. Throws world_not_found, suspended, and world_forbidden for any other
 * caller.
 */
async function holdFounded(tx: SqlStatementRunner, call: HandlerCall, word: string): Promise<void> {
  const standing = await lockWorld(tx, word, accountOf(call));
  if (standing === undefined) throw new BridgeError('world_not_found', { word });
  if (standing.suspended) throw new BridgeError('suspended', {});
  demandFounder(standing.role, word);
}

/** Includes a World in the public overview or excludes it. Only its founder may do this, signed in and not with a key. */
export function listedSet({
  db,
}: Pick<WorldsDeps, 'db'>): ServiceCallHandler<typeof WORLDS.listedSet> {
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

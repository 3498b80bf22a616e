import type { WORLDS } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import type { WorldsDeps } from '../deps.ts';
import { findWorld } from '../world.store.ts';

/** Returns the public facts of a World (public identity). They contain no account of its founder or members. */
export function dashboard({ db }: WorldsDeps): ServiceCallHandler<typeof WORLDS.dashboard> {
  return async ({ word }) => {
    const world = await findWorld(db, word);
    return {
      world: world === undefined ? null : { ...world, founded_at: world.founded_at.toISOString() },
    };
  };
}

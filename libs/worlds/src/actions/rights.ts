import type { WORLDS } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import type { WorldsDeps } from '../deps.ts';
import { findRoles } from '../member.store.ts';
import { keyAllows, permissionsOf } from '../permissions.ts';

/** Returns role and permissions of the calling account in the given Worlds, or in all its Worlds. */
export function rights({ db }: WorldsDeps): ServiceCallHandler<typeof WORLDS.rights> {
  return async ({ words }, call) => {
    const standings = await findRoles(db, accountOf(call), words);
    return {
      rights: standings
        .filter(({ word }) => keyAllows(call.ctx, word))
        .map((standing) => ({
          word: standing.word,
          role: standing.role,
          permissions: permissionsOf(call.ctx, standing),
        })),
    };
  };
}

import type { WORLDS } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import type { WorldsDeps } from '../deps.ts';
import { findRoles } from '../member.store.ts';
import { keyAllows, permissionsOf } from '../permissions.ts';

/** Returns role and permissions of the calling account in each of the given Worlds, or in all its Worlds. */
export function rights({ db }: WorldsDeps): ServiceCallHandler<typeof WORLDS.rights> {
  return async ({ words }, call) => {
    const found = await findRoles(db, accountOf(call), words);
    return {
      rights: found
        .filter(({ word }) => keyAllows(call.ctx, word))
        .map((right) => ({
          word: right.word,
          role: right.role,
          permissions: permissionsOf(call.ctx, right),
        })),
    };
  };
}

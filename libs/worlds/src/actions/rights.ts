import type { WORLDS } from '@bridge/contracts';
import { accountOf, type Handler } from '@bridge/bus';
import type { WorldsDeps } from '../deps.ts';
import { rolesOf } from '../member.store.ts';
import { keyAllows, permissionsOf } from '../permissions.ts';

/** Tells role and permissions of the calling account in the Worlds it asks for, or in all of its Worlds. */
export function rights({ db }: WorldsDeps): Handler<typeof WORLDS.rights> {
  return async ({ words }, call) => {
    const standings = await rolesOf(db, accountOf(call), words);
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

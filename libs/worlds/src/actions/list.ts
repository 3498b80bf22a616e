import type { WORLDS } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import type { WorldsDeps } from '../deps.ts';
import { permissionsOf } from '../permissions.ts';
import { listWorlds } from '../world.store.ts';

/**
 * Lists the Worlds (public identities) that the account founded or contributes to. A key limited to some Worlds sees only
 * these.
 */
export function list({ db, links }: WorldsDeps): ServiceCallHandler<typeof WORLDS.list> {
  return async (_input, call) => {
    const worlds = await listWorlds(db, accountOf(call), call.ctx.worlds);
    return {
      worlds: worlds.map(({ word, title, role, suspended, founded_at }) => ({
        word,
        title,
        world_url: links.world(word),
        role,
        permissions: permissionsOf(call.ctx, { word, role, suspended }),
        founded_at: founded_at.toISOString(),
      })),
    };
  };
}

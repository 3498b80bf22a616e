import type { WORLDS } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import type { WorldsDeps } from '../deps.ts';
import { listMembers, findWorldRight } from '../member.store.ts';
import { keyAllows } from '../permissions.ts';

/** Lists the members of a World for any of its members. */
export function membersList({ db }: WorldsDeps): ServiceCallHandler<typeof WORLDS.membersList> {
  return async ({ word }, call) => {
    if (!keyAllows(call.ctx, word)) throw new BridgeError('key_world_not_allowed', { word });
    const right = await findWorldRight(db, word, accountOf(call));
    if (right === undefined) throw new BridgeError('world_not_found', { word });
    if (right.role === null) throw new BridgeError('world_forbidden', { word });
    const members = await listMembers(db, word);
    const isFounder = right.role === 'founder';
    return {
      members: members.map(({ email, since, ...member }) => ({
        ...member,
        since: since.toISOString(),
        email: isFounder ? email : null,
      })),
    };
  };
}

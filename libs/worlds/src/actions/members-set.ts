import type { worldsMembersSet } from '@bridge/contracts';
import { accountOf, type Handler } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import type { WorldsDeps } from '../deps.ts';
import { managedChange } from '../managed-change.ts';
import { removeMember, setMember } from '../member.store.ts';

/** Members of one World, its founder included: the list travels in one message. */
export const MEMBERS_PER_WORLD_MAX = 1_000;

/** Gives an account a role in a World or takes it away; the founder's own role cannot change. */
export function membersSet({ db, clock }: WorldsDeps): Handler<typeof worldsMembersSet> {
  return async ({ word, member, role }, call) =>
    managedChange(db, clock, {
      action: 'worlds.members_set',
      word,
      call,
      apply: async (tx) => {
        if (member === accountOf(call)) {
          const message = 'the founder’s own role cannot be changed';
          throw new BridgeError('invalid_input', {
            issues: [{ path: 'member', rule: 'founder', message }],
          });
        }
        if (role === null) return removeMember(tx, word, member);
        const set = await setMember(tx, word, { accountId: member, role }, MEMBERS_PER_WORLD_MAX);
        if (set === 'full') {
          const quota = 'members of a World';
          throw new BridgeError('quota_exceeded', { quota, max: MEMBERS_PER_WORLD_MAX });
        }
        return set === 'changed';
      },
    });
}

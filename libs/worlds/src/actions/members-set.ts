import { type WORLDS, LIMITS } from '@bridge/contracts';
import { accountOf, type Handler } from '@bridge/bus';
import type { Queryable } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import type { WorldsDeps } from '../deps.ts';
import { managedChange } from '../managed-change.ts';
import { removeMember, setMember, standingOf } from '../member.store.ts';

/** Gives an account a role; true when it changed. Throws quota_exceeded when the World has no place for one more. */
export async function giveRole(
  tx: Queryable,
  word: string,
  member: Parameters<typeof setMember>[2],
): Promise<boolean> {
  const { membersPerWorldMax: max } = LIMITS;
  const set = await setMember(tx, word, member, max);
  if (set === 'full') throw new BridgeError('quota_exceeded', { quota: 'members of a World', max });
  return set === 'changed';
}

/** Changes the role of a member or takes it away; the founder's own role cannot change. */
export function membersSet({ db }: WorldsDeps): Handler<typeof WORLDS.membersSet> {
  return async ({ word, member, role }, call) =>
    managedChange(db, {
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
        // Only an accepted invitation makes a member.
        if ((await standingOf(tx, word, member))?.role === null) {
          const message = 'is no member of this World; invite the e-mail address';
          throw new BridgeError('invalid_input', {
            issues: [{ path: 'member', rule: 'member', message }],
          });
        }
        return giveRole(tx, word, { accountId: member, role });
      },
    });
}

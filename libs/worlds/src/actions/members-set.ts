import { type WORLDS, LIMITS } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import type { SqlStatementRunner } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import type { WorldsDeps } from '../deps.ts';
import { changeAsFounder } from '../world-change.ts';
import { removeMember, setMember, findWorldRight } from '../member.store.ts';

/**
 * Sets the role of an account in a World; an account without a role becomes a member. Returns true when the role changed.
 * Throws quota_exceeded when the World has its maximum number of members.
 */
export async function setRole(
  tx: SqlStatementRunner,
  word: string,
  member: Parameters<typeof setMember>[2],
): Promise<boolean> {
  const { membersPerWorldMax: max } = LIMITS;
  const outcome = await setMember(tx, word, member, max);
  if (outcome === 'full')
    throw new BridgeError('quota_exceeded', { quota: 'members of a World', max });
  return outcome === 'changed';
}

/**
 * Changes the role of a member of a World, or removes the member. Only the founder may call it; the founder’s own role cannot
 * be changed.
 */
export function membersSet({ db }: WorldsDeps): ServiceCallHandler<typeof WORLDS.membersSet> {
  return async ({ word, member, role }, call) =>
    changeAsFounder(db, {
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
        // This call cannot add a member: only accepting an invitation does (ADR 025).
        if ((await findWorldRight(tx, word, member))?.role === null) {
          const message = 'is not a member of this World; invite the e-mail address';
          throw new BridgeError('invalid_input', {
            issues: [{ path: 'member', rule: 'member', message }],
          });
        }
        return setRole(tx, word, { accountId: member, role });
      },
    });
}

import { type WORLDS, LIMITS, type WireInput } from '@bridge/contracts';
import { accountOf, type Handler } from '@bridge/bus';
import type { Queryable } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import type { WorldsDeps } from '../deps.ts';
import { emailHashOf, putInvitation, removeInvitation } from '../invitation.store.ts';
import { changeWorld, demandFounder, type StateChange } from '../managed-change.ts';
import { memberByEmail, removeMember } from '../member.store.ts';
import { giveRole } from './members-set.ts';

type Input = WireInput<typeof WORLDS.invite>;
interface Invited extends StateChange {
  readonly expires_at: string | null;
}

/** Takes away what the address has: its invitation, and the membership of the account that came by it. */
async function withdraw(tx: Queryable, { word, email }: Input): Promise<Invited> {
  const hash = emailHashOf(email);
  const withdrawn = await removeInvitation(tx, word, hash);
  const member = await memberByEmail(tx, word, hash);
  const removed = member !== undefined && (await removeMember(tx, word, member));
  return { changed: withdrawn || removed, expires_at: null };
}

async function invited(tx: Queryable, input: Input, by: string): Promise<Invited> {
  const { word, email, role, token_hash: tokenHash } = input;
  if (role === null) return withdraw(tx, input);
  const member = await memberByEmail(tx, word, emailHashOf(email));
  if (member !== undefined)
    return { changed: await giveRole(tx, word, { accountId: member, role }), expires_at: null };
  const put = await putInvitation(tx, word, { email, role, by, tokenHash });
  if (put === undefined) {
    const max = LIMITS.invitationsOpenPerWorldMax;
    throw new BridgeError('quota_exceeded', { quota: 'open invitations of a World', max });
  }
  return { changed: true, expires_at: put.expires_at.toISOString() };
}

/**
 * Invites an address, changes the role of the member who came by it, or takes both away. The work is the same for every
 * address that is not a member's, because accounts are not looked at.
 */
export function invite({ db }: WorldsDeps): Handler<typeof WORLDS.invite> {
  return async (input, call) =>
    changeWorld(db, {
      action: 'worlds.invite',
      word: input.word,
      call,
      apply: async (tx, role) => {
        demandFounder(role, input.word);
        return invited(tx, input, accountOf(call));
      },
    });
}

import { type WORLDS, LIMITS, type WireInput } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import type { SqlStatementRunner } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import type { WorldsDeps } from '../deps.ts';
import { hashEmail, putInvitation, removeInvitation } from '../invitation.store.ts';
import { changeWorld, demandFounder, type WorldChangeResult } from '../world-change.ts';
import { findMemberByEmail, removeMember } from '../member.store.ts';
import { setRole } from './members-set.ts';

/** The input of worlds.invite: the World, an e-mail address, and a role (null withdraws the invitation). */
type InvitationInput = WireInput<typeof WORLDS.invite>;

/** The result of an invitation: whether anything changed, and when the invitation expires. */
interface SentInvitationResult extends WorldChangeResult {
  readonly expires_at: string | null;
}

/** Withdraws the open invitation to an e-mail address, and removes from the World the member who joined with this address. */
async function withdraw(
  tx: SqlStatementRunner,
  { word, email }: InvitationInput,
): Promise<SentInvitationResult> {
  const hash = hashEmail(email);
  const withdrawn = await removeInvitation(tx, word, hash);
  const member = await findMemberByEmail(tx, word, hash);
  const removed = member !== undefined && (await removeMember(tx, word, member));
  return { changed: withdrawn || removed, expires_at: null };
}

async function applyInvite(
  tx: SqlStatementRunner,
  input: InvitationInput,
  by: string,
): Promise<SentInvitationResult> {
  const { word, email, role, token_hash: tokenHash } = input;
  if (role === null) return withdraw(tx, input);
  const member = await findMemberByEmail(tx, word, hashEmail(email));
  if (member !== undefined)
    return { changed: await setRole(tx, word, { accountId: member, role }), expires_at: null };
  const put = await putInvitation(tx, word, { email, role, by, tokenHash });
  if (put === undefined) {
    const max = LIMITS.invitationsOpenPerWorldMax;
    throw new BridgeError('quota_exceeded', { quota: 'open invitations of a World', max });
  }
  return { changed: true, expires_at: put.expires_at.toISOString() };
}

/**
 * Invites an e-mail address to a World, or changes the role of the member who joined with it. With role null, removes the
 * invitation and the member. Accounts are not looked up by address, so the reply does not reveal whether an address has an
 * account.
 */
export function invite({ db }: WorldsDeps): ServiceCallHandler<typeof WORLDS.invite> {
  return async (input, call) =>
    changeWorld(db, {
      action: 'worlds.invite',
      word: input.word,
      call,
      apply: async (tx, role) => {
        demandFounder(role, input.word);
        return applyInvite(tx, input, accountOf(call));
      },
    });
}

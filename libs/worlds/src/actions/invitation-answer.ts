import type { WORLDS, WorldRole } from '@bridge/contracts';
import { accountOf, type Handler } from '@bridge/bus';
import type { Queryable } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import type { WorldsDeps } from '../deps.ts';
import { findInvitation, removeInvitation } from '../invitation.store.ts';
import { changeWorld, type StateChange } from '../managed-change.ts';
import { noteEmail } from '../member.store.ts';
import { demandOpen } from './invitations.ts';
import { giveRole } from './members-set.ts';

interface Answer {
  readonly word: string;
  readonly tokenHash: string;
  readonly accountId: string;
  readonly accept: boolean;
}
interface Answered extends StateChange {
  readonly role: WorldRole | null;
}

async function answer(
  tx: Queryable,
  { word, tokenHash, accountId, accept }: Answer,
  current: WorldRole | null,
): Promise<Answered> {
  const found = await findInvitation(tx, word, tokenHash);
  // The answer of an accepted invitation may have been lost; the same call again is answered by the state.
  if (found === undefined && accept && current !== null) return { changed: false, role: current };
  const { email, email_hash: hash, role } = demandOpen(found);
  if (!accept) {
    await removeInvitation(tx, word, hash);
    return { changed: true, role: current };
  }
  if (current === 'founder') {
    const message = 'the founder’s own role cannot be changed';
    throw new BridgeError('invalid_input', {
      issues: [{ path: 'accept', rule: 'founder', message }],
    });
  }
  await giveRole(tx, word, { accountId, role });
  await noteEmail(tx, word, accountId, { hash, typed: email });
  await removeInvitation(tx, word, hash);
  return { changed: true, role };
}

/**
 * Accepts or declines the invitation of a link for the calling account, whatever its own address is. The link works once.
 * Throws not_found for a link that was used, replaced or withdrawn, gone for an expired one, and quota_exceeded.
 */
export function invitationAnswer({ db }: WorldsDeps): Handler<typeof WORLDS.invitationAnswer> {
  return async ({ word, token_hash: tokenHash, accept }, call) => {
    const asked = { word, tokenHash, accept, accountId: accountOf(call) };
    const { role } = await changeWorld(db, {
      action: 'worlds.invitation_answer',
      word,
      call,
      apply: async (tx, current) => answer(tx, asked, current),
    });
    return { role };
  };
}

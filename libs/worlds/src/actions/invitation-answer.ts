import type { WORLDS, WorldRole } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import type { SqlStatementRunner } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import type { WorldsDeps } from '../deps.ts';
import { findInvitation, removeInvitation } from '../invitation.store.ts';
import { changeWorld, type WorldChangeResult } from '../world-change.ts';
import { setMemberEmail } from '../member.store.ts';
import { demandOpenInvitation } from './invitations.ts';
import { setRole } from './members-set.ts';

/** The answer of an invited account to an invitation: it accepts or declines the membership of a World. */
interface InvitationAnswer {
  readonly word: string;
  readonly tokenHash: string;
  readonly accountId: string;
  readonly accept: boolean;
}

/** The result of answering an invitation: whether anything changed, and the role of the account afterwards. */
interface InvitationAnswerResult extends WorldChangeResult {
  readonly role: WorldRole | null;
}

async function applyAnswer(
  tx: SqlStatementRunner,
  { word, tokenHash, accountId, accept }: InvitationAnswer,
  current: WorldRole | null,
): Promise<InvitationAnswerResult> {
  const found = await findInvitation(tx, word, tokenHash);
  // The reply to an earlier acceptance may have been lost. A repeated acceptance returns the current role.
  if (found === undefined && accept && current !== null) return { changed: false, role: current };
  const { email, email_hash: hash, role } = demandOpenInvitation(found);
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
  await setRole(tx, word, { accountId, role });
  await setMemberEmail(tx, word, accountId, { hash, typed: email });
  await removeInvitation(tx, word, hash);
  return { changed: true, role };
}

/**
 * Accepts or declines the invitation to a World that a link contains. The link works once and for any account, whatever its
 * e-mail address. Throws not_found for a used, replaced or withdrawn link, gone for an expired one, and quota_exceeded when the
 * World has its maximum number of members.
 */
export function invitationAnswer({
  db,
}: WorldsDeps): ServiceCallHandler<typeof WORLDS.invitationAnswer> {
  return async ({ word, token_hash: tokenHash, accept }, call) => {
    const answer = { word, tokenHash, accept, accountId: accountOf(call) };
    const { role } = await changeWorld(db, {
      action: 'worlds.invitation_answer',
      word,
      call,
      apply: async (tx, current) => applyAnswer(tx, answer, current),
    });
    return { role };
  };
}

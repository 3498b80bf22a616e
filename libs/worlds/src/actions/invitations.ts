import type { WORLDS } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import type { WorldsDeps } from '../deps.ts';
import { findInvitation, type Invitation, listInvitations } from '../invitation.store.ts';
import { demandFounder } from '../world-change.ts';
import { findWorldRight } from '../member.store.ts';
import { findWorld } from '../world.store.ts';

/** Returns an open invitation to a World. Throws not_found when there is none, and gone when it has expired. */
export function demandOpenInvitation(found: Invitation | undefined): Invitation {
  if (found === undefined) throw new BridgeError('not_found', {});
  if (found.expired) throw new BridgeError('gone', {});
  return found;
}

/**
 * Lists the invitations to a World (public identity) for its founder, or returns to any account the one invitation that its
 * link identifies.
 */
export function invitations({ db }: WorldsDeps): ServiceCallHandler<typeof WORLDS.invitations> {
  return async ({ word, token_hash: tokenHash }, call) => {
    const world = await findWorld(db, word);
    if (world === undefined) throw new BridgeError('world_not_found', { word });
    const found =
      tokenHash === null ? null : demandOpenInvitation(await findInvitation(db, word, tokenHash));
    if (found === null) {
      const right = await findWorldRight(db, word, accountOf(call));
      demandFounder(right?.role ?? null, word);
    }
    const rows = found === null ? await listInvitations(db, word) : [found];
    return {
      title: world.title,
      invitations: rows.map(({ email, role, invited_by, invited_at, expires_at }) => ({
        email,
        role,
        invited_by,
        invited_at: invited_at.toISOString(),
        expires_at: expires_at.toISOString(),
      })),
    };
  };
}

import { queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';
import { WORLD_REFRESH_MS } from './worlds.ts';

/** A role that the founder of a World (public identity) may assign to a member. */
export type AssignableMemberRole = 'contributor' | 'viewer';

/**
 * A member of a World (public identity). `email` is the address that was invited. It is null for a member without an
 * invitation, and always when the reader is not the founder.
 */
export interface WorldMember {
  readonly account_id: string;
  readonly name: string;
  readonly role: 'founder' | AssignableMemberRole;
  readonly since: string;
  readonly email: string | null;
}

/** An invitation to a World (public identity) that was not answered yet. */
export interface PendingInvitation {
  readonly email: string;
  readonly role: AssignableMemberRole;
  readonly invited_at: string;
  readonly expires_at: string;
}

/** The members and the unanswered invitations of a World (public identity). */
export interface WorldMembers {
  readonly members: readonly WorldMember[];
  readonly invitations: readonly PendingInvitation[];
}

function membersAddress(word: string): string {
  return `/api/agent-bridge/worlds/${word}/members`;
}

/** Query for the members of a World (public identity). Its founder also receives the unanswered invitations. */
export function membersQuery(word: string) {
  return queryOptions({
    queryKey: ['world', word, 'members'],
    queryFn: ({ signal }) => send<WorldMembers>('GET', membersAddress(word), { signal }),
    refetchInterval: WORLD_REFRESH_MS,
  });
}

/**
 * The response to a request that invites an address. When the address belongs to a member, only the member's role is changed
 * and `accept_url` is null.
 */
export interface CreatedInvitation {
  readonly accept_url: string | null;
  readonly expires_at: string | null;
}

/** Invites an e-mail address to a World (public identity), or withdraws the invitation if `role` is null. */
export function inviteAddress(
  word: string,
  email: string,
  role: AssignableMemberRole | null,
): Promise<CreatedInvitation> {
  return send('POST', membersAddress(word), { body: { email, role } });
}

/** Changes the role of a member of a World (public identity), or ends the membership if `role` is null. */
export function setMemberRole(
  word: string,
  member: string,
  role: AssignableMemberRole | null,
): Promise<unknown> {
  return send('POST', membersAddress(word), { body: { member, role } });
}

import { queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';
import { WORLD_REFRESH_MS } from './worlds.ts';

/** A role that a founder gives. */
export type GivenRole = 'contributor' | 'viewer';

/** A member of a World; the address of the invitation is for the founder only. */
export interface WorldMember {
  readonly account_id: string;
  readonly name: string;
  readonly role: 'founder' | GivenRole;
  readonly since: string;
  readonly email: string | null;
}

/** An invitation that was not answered. */
export interface OpenInvitation {
  readonly email: string;
  readonly role: GivenRole;
  readonly invited_at: string;
  readonly expires_at: string;
}

/** Members and open invitations of a World. */
export interface WorldMembers {
  readonly members: readonly WorldMember[];
  readonly invitations: readonly OpenInvitation[];
}

function membersAddress(word: string): string {
  return `/api/agent-bridge/worlds/${word}/members`;
}

/** Reads the members of a World and, for its founder, the open invitations. */
export function membersQuery(word: string) {
  return queryOptions({
    queryKey: ['world', word, 'members'],
    queryFn: ({ signal }) => send<WorldMembers>('GET', membersAddress(word), { signal }),
    refetchInterval: WORLD_REFRESH_MS,
  });
}

/** An invitation as it was made; `accept_url` is null when the address is that of a member, whose role changed. */
export interface NewInvitation {
  readonly accept_url: string | null;
  readonly expires_at: string | null;
}

/** Invites an address; with null its invitation is withdrawn. */
export function inviteAddress(
  word: string,
  email: string,
  role: GivenRole | null,
): Promise<NewInvitation> {
  return send('POST', membersAddress(word), { body: { email, role } });
}

/** Changes the role of a member; with null the membership ends. */
export function setMemberRole(
  word: string,
  member: string,
  role: GivenRole | null,
): Promise<unknown> {
  return send('POST', membersAddress(word), { body: { member, role } });
}

import { z } from 'zod';
import { accountId, isoTime, sha256Hex, word } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import { worldPermission, worldRole } from '../../records.ts';

/** Schema of a role in a World (a public identity) that its founder can give to another account. */
const givenRole = z.enum(['contributor', 'viewer']);
const emailAddress = z.string().min(1).max(LIMITS.emailCharsMax);

export const rights = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  purpose:
    'Reads the role and permissions of the calling account in each of these Worlds; Worlds without a role are omitted.',
  input: z.object({ words: z.array(word).max(LIMITS.worldsPerAccountMax).nullable() }),
  output: z.object({
    rights: z.array(z.object({ word, role: worldRole, permissions: z.array(worldPermission) })),
  }),
});

export const membersList = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  purpose:
    'Lists the members of a World for one of its members; only the founder receives the e-mail addresses of invited members.',
  input: z.object({ word }),
  output: z.object({
    members: z.array(
      z.object({
        account_id: accountId,
        role: worldRole,
        since: isoTime,
        email: emailAddress.nullable().optional(),
      }),
    ),
  }),
});

export const membersSet = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose:
    'Changes the role of a member of a World, or removes the member when it is null; founder only. A repeated call changes nothing.',
  input: z.object({ word, member: accountId, role: givenRole.nullable() }),
  output: z.object({ changed: z.boolean() }),
});

export const leave = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose:
    'Ends the membership of the calling account in a World; refused to the founder. A repeated call changes nothing.',
  input: z.object({ word }),
  output: z.object({ changed: z.boolean() }),
});

export const invite = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose:
    'Invites an e-mail address to a World; a null role withdraws the invitation and the membership. The role of a member who accepted an invitation to this address changes at once. Founder only. No account is looked up.',
  input: z.object({
    word,
    email: emailAddress,
    role: givenRole.nullable(),
    token_hash: sha256Hex,
  }),
  output: z.object({ changed: z.boolean(), expires_at: isoTime.nullable() }),
});

export const invitations = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  purpose:
    'Lists the invitations of a World for its founder, or finds the invitation of a link for the account that opened the link.',
  input: z.object({ word, token_hash: sha256Hex.nullable() }),
  output: z.object({
    title: z.string(),
    invitations: z.array(
      z.object({
        email: emailAddress,
        role: givenRole,
        invited_by: accountId,
        invited_at: isoTime,
        expires_at: isoTime,
      }),
    ),
  }),
});

export const invitationAnswer = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose:
    'Accepts or declines the invitation of a link for the calling account; the link works once.',
  input: z.object({ word, token_hash: sha256Hex, accept: z.boolean() }),
  output: z.object({ role: worldRole.nullable() }),
});

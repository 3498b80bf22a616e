import { z } from 'zod';
import { accountId, isoTime, url, word } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { worldRole } from '../../records.ts';

/** Schema members that the owner's list of Worlds adds to the record of a World. */
const worldFacts = {
  listed: z.boolean(),
  members: z.int().positive(),
  /** Number of open invitations; null unless the caller is the founder. */
  invitations: z.int().nonnegative().nullable(),
};

export const ownFacts = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  purpose: 'Counts members and open invitations of the Worlds of an account.',
  input: z.object({}),
  output: z.object({ facts: z.array(z.object({ word, ...worldFacts })) }),
});

/** Schema of a World in the list of an account that is its member. */
export const ownWorld = z.object({
  word,
  title: z.string(),
  text: z.string(),
  world_url: url,
  role: worldRole,
  suspended: z.boolean(),
  founded_at: isoTime,
  /** Account to which the founder offered the World; null unless the caller is the founder. */
  handed_to: accountId.nullable(),
  /** True when the founder offered the World to the caller. */
  offered: z.boolean(),
  ...worldFacts,
});
/** A World in the list of an account that is its member. */
export type MemberWorld = z.output<typeof ownWorld>;

export const own = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  purpose: 'Reads a World with the text of its dashboard, for one of its members.',
  input: z.object({ word }),
  output: z.object({ world: ownWorld }),
});

/** Message that returns whether an account can found a World with a word (unique name), else the reason. */
export const wordState = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  purpose: 'Returns whether the account can found a World with a word, else the reason why not.',
  input: z.object({ word }),
  output: z.object({
    free: z.boolean(),
    reason: z.enum(['owned', 'yours', 'reserved']).nullable(),
  }),
});

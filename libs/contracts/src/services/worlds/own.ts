import { z } from 'zod';
import { accountId, isoTime, url, word } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { worldRole } from '../../records.ts';

/** Schemas of the values that the console shows of a World (a public identity) in addition to its record. */
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

/** Schema of a World (a public identity) as the console shows it to one of its members. */
export const ownWorld = z.object({
  word,
  title: z.string(),
  text: z.string(),
  world_url: url,
  role: worldRole,
  suspended: z.boolean(),
  founded_at: isoTime,
  /**
   * Account to which the founder offers to hand over the World (public identity); null without an offer, or when the caller
   * is not the founder.
   */
  handed_to: accountId.nullable(),
  /** True when the founder offers to hand over the World (public identity) to the caller. */
  offered: z.boolean(),
  ...worldFacts,
});
/** A World (a public identity) as the console shows it to one of its members. */
export type MemberWorld = z.output<typeof ownWorld>;

export const own = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  purpose: 'Reads a World with the text of its dashboard, for one of its members.',
  input: z.object({ word }),
  output: z.object({ world: ownWorld }),
});

/**
 * Message that returns whether an account can found a World (a public identity) with a word (unique name), and else the
 * reason.
 */
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

import { z } from 'zod';
import { accountId, isoTime, url, word } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { worldRole } from '../../records.ts';

/** Members that an owner's list adds to the record of a World. */
const worldFacts = {
  listed: z.boolean(),
  members: z.int().positive(),
  /** Number of open invitations; null for members other than the founder. */
  invitations: z.int().nonnegative().nullable(),
};

export const ownFacts = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  budget: 'read',
  purpose: 'Counts members and open invitations of the Worlds of an account.',
  input: z.object({}),
  output: z.object({ facts: z.array(z.object({ word, ...worldFacts })) }),
});

/** A World as any of its members receives it. */
export const ownWorld = z.object({
  word,
  title: z.string(),
  text: z.string(),
  world_url: url,
  role: worldRole,
  suspended: z.boolean(),
  founded_at: isoTime,
  /** The member who may become the founder; null for others than the founder. */
  handed_to: accountId.nullable(),
  /** True when the World is offered to the caller. */
  offered: z.boolean(),
  ...worldFacts,
});
/** A World as any of its members receives it. */
export type MemberWorld = z.output<typeof ownWorld>;

export const own = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  budget: 'read',
  purpose: 'Reads a World with the text of its dashboard, for one of its members.',
  input: z.object({ word }),
  output: z.object({ world: ownWorld }),
});

/** Reads whether a word can be founded, else the reason. */
export const wordState = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  budget: 'read',
  purpose: 'Tells whether a word can be founded; else whose it is or that it is reserved.',
  input: z.object({ word }),
  output: z.object({
    free: z.boolean(),
    reason: z.enum(['owned', 'yours', 'reserved']).nullable(),
  }),
});

import { z } from 'zod';
import { idempotencyKey, isoTime, pageId, word } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';

/** Schema of a public website in the list that the founder and contributors of a World (a public identity) see. */
export const worldWebsite = z.object({
  page_id: pageId,
  title: z.string(),
  published_at: isoTime,
  /** True when the website belongs to the caller's account. */
  mine: z.boolean(),
  /** True when the founder of the World (public identity) removed the website from it. */
  off: z.boolean(),
});
/** A public website in the list that the founder and contributors of a World (a public identity) see. */
export type WorldWebsite = z.output<typeof worldWebsite>;

export const worldWebsites = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  purpose:
    'Lists the public websites of a World for its founder or a contributor, newest first. Only the founder and the author receive a website that was taken off the World.',
  input: z.object({ word }),
  output: z.object({ websites: z.array(worldWebsite).max(LIMITS.worldWebsitesMax) }),
});

export const worldCounts = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  purpose: 'Counts the websites that an account has in each of these Worlds.',
  input: z.object({ words: z.array(word).max(LIMITS.worldsPerAccountMax) }),
  output: z.object({
    counts: z.array(z.object({ word, websites: z.int().nonnegative() })),
  }),
});

export const worldOff = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose:
    'Takes a website off a World or puts it back; founder only, signed in. The website’s own address still works. The founder and the author get a journal row each.',
  input: z.object({ word, page_id: pageId, off: z.boolean(), idempotency_key: idempotencyKey }),
  output: z.object({ page_id: pageId, off: z.boolean() }),
});

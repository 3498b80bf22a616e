import { z } from 'zod';
import { idempotencyKey, isoTime, url, word } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';

export const dashboardSet = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose:
    'Sets title and text of a World’s dashboard; founder only. A repeated call changes nothing.',
  input: z.object({
    word,
    title: z.string().max(LIMITS.dashboardTitleCharsMax),
    text: z.string().max(LIMITS.dashboardTextCharsMax),
  }),
  output: z.object({ changed: z.boolean() }),
});

export const listedSet = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose: 'Includes a World in the public overview or excludes it; founder only, signed in.',
  input: z.object({ word, listed: z.boolean(), idempotency_key: idempotencyKey }),
  output: z.object({ word, listed: z.boolean() }),
});

export const dashboard = defineMessage({
  callers: ['sites'],
  callClass: 'public',
  purpose: 'Reads the public data of a World; null when the World does not exist.',
  input: z.object({ word }),
  output: z.object({
    world: z
      .object({
        word,
        title: z.string(),
        text: z.string(),
        founded_at: isoTime,
        suspended: z.boolean(),
      })
      .nullable(),
  }),
});

export const worldsOverview = defineMessage({
  callers: ['account'],
  callClass: 'read',
  purpose:
    'Counts the Worlds, lists the newest that their founders do not exclude, and returns the `words` of Worlds that are not shown.',
  input: z.object({ words: z.array(word).max(LIMITS.overviewCandidatesMax) }),
  output: z.object({
    worlds: z.int().nonnegative(),
    latest: z.array(z.object({ word, title: z.string(), world_url: url, founded_at: isoTime })),
    hidden: z.array(word),
    as_of: isoTime,
  }),
});

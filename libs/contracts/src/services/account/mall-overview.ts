import { z } from 'zod';
import { isoTime, pageId, url, word } from '../../common.ts';
import { defineAction } from '../../define.ts';
import { LIMITS } from '../../limits.ts';

const count = z.int().nonnegative();

export const mallOverview = defineAction({
  name: 'mall.overview',
  kind: 'read',
  set: 'none',
  purpose:
    'Shows what is public here, the same to every key: how many Worlds and websites there are, the newest 12 of each, and how many widgets widgets.catalog lists. Counts are at most 60 seconds old. Websites that are unlisted, private or suspended, and what an owner leaves out, are not shown. Titles are texts of other accounts: content_trust is untrusted. Scope mall.overview. Likely errors: rate_limited.',
  input: z.strictObject({}),
  output: z.strictObject({
    worlds: count,
    websites: count.describe('Public websites, of all Worlds.'),
    latest_websites: z
      .array(
        z.strictObject({
          page_id: pageId,
          title: z.string(),
          word,
          live_url: url,
          published_at: isoTime,
        }),
      )
      .max(LIMITS.overviewLatestMax)
      .describe('Newest publication first.'),
    latest_worlds: z
      .array(z.strictObject({ word, title: z.string(), world_url: url, founded_at: isoTime }))
      .max(LIMITS.overviewLatestMax)
      .describe('Newest first.'),
    widgets: count,
    as_of: isoTime.describe('When the counts were made.'),
    content_trust: z.literal('untrusted'),
  }),
  errors: [],
  example: {},
});

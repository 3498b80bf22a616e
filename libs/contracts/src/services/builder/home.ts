import { z } from 'zod';
import { isoTime, pageId, url } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import { websiteHit } from '../account/home.ts';

const used = z.int().nonnegative();
const homeRevision = z.int().positive();
const ownerRead = { callers: ['gateway'], callClass: 'read' } as const;

/** Maximum number of websites in each list of the home screen. */
const HOME_ITEMS_MAX = 20;
/** Maximum number of results of a search for websites. */
const HITS_MAX = 20;

export const builderHome = defineMessage({
  ...ownerRead,
  purpose:
    'Reads the part of the owner’s home screen about websites: live websites, which of the given websites have unpublished changes, unsaved edits older than a day, published websites with errors, deleted websites that are purged soon, and quotas.',
  input: z.object({ changed: z.array(pageId).max(LIMITS.agentChangedWebsitesMax) }),
  output: z.object({
    live: z.array(
      websiteHit.extend({
        visibility: z.enum(['unlisted', 'public']),
        live_url: url.nullable(),
        published_at: isoTime,
        published_revision: homeRevision,
        draft_revision: homeRevision,
      }),
    ),
    /** Number of live websites; counting stops at 10,000. */
    live_total: used,
    unpublished: z.array(
      websiteHit.extend({ published_revision: homeRevision, draft_revision: homeRevision }),
    ),
    /** Websites with unsaved edits that are older than a day, oldest first. */
    unsaved: z
      .array(websiteHit.extend({ at: isoTime, base_revision: homeRevision }))
      .max(HOME_ITEMS_MAX),
    /** Recently published live websites whose publication has warnings of severity error. */
    problems: z
      .array(
        websiteHit.extend({
          published_at: isoTime,
          published_revision: homeRevision,
          errors: z.int().positive(),
        }),
      )
      .max(HOME_ITEMS_MAX),
    /** Deleted websites whose contents are removed for good (purged) within 3 days, the earliest first. */
    purging: z.array(websiteHit.extend({ purge_at: isoTime })).max(HOME_ITEMS_MAX),
    websites: z.object({ used, max: used }),
    stored_bytes: z.object({ used, max: used }),
  }),
});

export const builderTitles = defineMessage({
  ...ownerRead,
  purpose:
    'Reads the titles of these websites of an account, also of deleted ones; websites of other accounts are omitted.',
  input: z.object({ page_ids: z.array(pageId).max(LIMITS.titlesPerReadMax) }),
  output: z.object({ titles: z.array(websiteHit) }),
});

export const builderSearch = defineMessage({
  ...ownerRead,
  purpose: 'Finds websites of an account by a part of their title, by their World or by their id.',
  input: z.object({ q: z.string().min(1).max(100), limit: z.int().min(1).max(HITS_MAX) }),
  output: z.object({ hits: z.array(websiteHit) }),
});

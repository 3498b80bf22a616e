import { z } from 'zod';
import { isoTime, pageId, url, word } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import { publicationMode, snapshotId, storedObject, visibility } from '../../records.ts';

/**
 * Schema of the public data of a snapshot (a published state of a website), with the names of the objects that store its
 * bytes.
 */
const publicSnapshot = z.object({
  snapshot_id: snapshotId,
  revision: z.int().positive(),
  title: z.string(),
  word,
  published_at: isoTime,
  publication_mode: publicationMode,
  offline_ready: z.boolean(),
  external_form: z.boolean(),
  page: storedObject,
  variants: z.object({ br: storedObject.nullable(), gzip: storedObject.nullable() }),
  archive: storedObject.extend({ filename: z.string() }).nullable(),
});
/** The public data of a snapshot (a published state of a website) that the content origin needs to serve it to visitors. */
export type PublicSnapshot = z.infer<typeof publicSnapshot>;

/** Schema of a website's public state. Drafts, private websites and unknown ids are all `none`. */
const publicPage = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none'), version: z.int().nonnegative() }),
  z.object({ state: z.literal('suspended'), version: z.int().nonnegative() }),
  /** State of a website that was permanently removed, with its published states (snapshots) and their zip files (archives). */
  z.object({ state: z.literal('gone'), version: z.int().nonnegative() }),
  z.object({
    state: z.literal('live'),
    /**
     * Version of the website’s public state; rises with every change of the published state that visitors see or of the
     * visibility.
     */
    version: z.int().nonnegative(),
    page_id: pageId,
    visibility: z.enum(['unlisted', 'public']),
    /**
     * World (public identity) in which the website was last published. `snapshot.word` may name an earlier World: a
     * publication with unchanged content keeps the snapshot.
     */
    word,
    /**
     * True when the founder of the World (public identity) removed the website from it; the website’s live URL still works.
     */
    off_world: z.boolean().default(false),
    snapshot: publicSnapshot,
  }),
]);
/** The public state of a website: whether visitors can read it, and the snapshot (published state) that they see. */
export type PublicWebsiteState = z.infer<typeof publicPage>;

export const live = defineMessage({
  callers: ['sites'],
  callClass: 'public',
  purpose:
    'Reads the public state of a website: whether visitors can read it, and its live snapshot.',
  input: z.object({ page_id: pageId }),
  output: publicPage,
});

export const snapshots = defineMessage({
  callers: ['sites'],
  callClass: 'public',
  purpose:
    'Lists the public snapshots of a website, newest first, or finds one of them; empty unless the website is public or unlisted.',
  input: z.object({ page_id: pageId, snapshot_id: snapshotId.nullable() }),
  output: z.object({
    version: z.int().nonnegative(),
    visibility: visibility.nullable(),
    suspended: z.boolean(),
    snapshots: z.array(publicSnapshot).max(100),
  }),
});

export const worldPages = defineMessage({
  callers: ['sites'],
  callClass: 'public',
  purpose: 'Lists the public websites of a World, newest publication first.',
  input: z.object({ word }),
  output: z.object({
    pages: z
      .array(
        z.object({
          page_id: pageId,
          title: z.string(),
          published_at: isoTime,
          publication_mode: publicationMode,
          offline_ready: z.boolean(),
        }),
      )
      .max(LIMITS.worldWebsitesMax),
  }),
});

export const websitesOverview = defineMessage({
  callers: ['account'],
  callClass: 'read',
  purpose: 'Counts the public websites and lists the newest that their owners do not exclude.',
  input: z.object({}),
  output: z.object({
    websites: z.int().nonnegative(),
    latest: z.array(
      z.object({ page_id: pageId, title: z.string(), word, live_url: url, published_at: isoTime }),
    ),
    widgets: z.int().nonnegative(),
    as_of: isoTime,
  }),
});

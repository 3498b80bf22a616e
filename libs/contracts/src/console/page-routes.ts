import { z } from 'zod';
import { isoTime, revisionNumber, url, word } from '../common.ts';
import { draftVerdict } from '../publish-check.ts';
import { layers, newline } from '../records.ts';
import { get } from '../services/builder/get.ts';
import type { deleted } from '../services/builder/deletion.ts';
import { revisionRecord } from '../services/builder/owner.ts';
import { warningPlace } from '../services/publisher/check.ts';
import { unsavedState } from './unsaved.ts';

/** Answer of GET /api/console/pages/{id}: the draft as in `builder.get`, and the state of its unsaved edits. */
export const consolePage = get.output.extend({ unsaved: unsavedState });
/** A draft in the owner's editor, with the state of its unsaved edits. */
export type ConsoleDraftRecord = z.output<typeof consolePage>;

/**
 * One revision of a website in the answer of GET …/revisions. `key_name` is the name of the key that made it; null when the
 * owner made it or the key is unknown.
 */
export const consoleRevision = revisionRecord.extend({ key_name: z.string().nullable() });
/** One revision in a website's history, with the name of the key that made it. */
export type ConsoleRevision = z.output<typeof consoleRevision>;

/**
 * Answer of GET …/revisions/{n}: the HTML of one revision of a website and its layers (HTML, CSS and notes beside it); `at`
 * is the time at which the revision was made.
 */
export const revisionTexts = z.object({
  revision: z.int().positive(),
  at: isoTime,
  newline,
  raw_html: z.string(),
  layers,
});
/**
 * The HTML of one revision of a website and its layers (HTML, CSS and notes beside it); `at` is the RFC 3339 time in UTC at
 * which the revision was made.
 */
export type RevisionContent = z.output<typeof revisionTexts>;

/** Schema of the version of a website that a preview shows: its unsaved edits, its draft, or the revision with this number. */
export const shownState = z.union([z.enum(['unsaved', 'draft']), revisionNumber]);
/** Body of POST …/preview, which creates a preview address. */
export const previewRequest = z.strictObject({
  of: shownState,
  /** True for the exact bytes of the page; false adds the console's helper script. */
  exact: z.boolean().default(false),
});
/**
 * Answer of POST …/preview: the two addresses of a preview and their expiry. Browsers that cannot resolve the host name in
 * `preview_url` use `path_url`.
 */
export const previewAddress = z.object({ preview_url: url, path_url: url, expires_at: isoTime });
/** The two addresses of a preview and their expiry time. */
export type PreviewAddresses = z.output<typeof previewAddress>;

/**
 * Body of `POST /api/console/pages/{page_id}/check`, which checks the unsaved edits or the draft of a website before
 * publication.
 */
export const checkRequest = z.strictObject({ of: z.enum(['unsaved', 'draft']) });
/**
 * Schema of the result of checking a draft or unsaved edits before publication. `places[i]` is the position of
 * `check.warnings[i]`; null when that warning has no position.
 */
export const consoleCheck = z.object({
  check: draftVerdict.extend({ draft_revision: z.int().positive() }),
  places: z.array(warningPlace.nullable()),
  /** True when a publication of the checked text would not change the live website. */
  unchanged: z.boolean(),
});
/** Result of checking a draft or unsaved edits before publication, with the position of each warning. */
export type DraftCheckAnswer = z.output<typeof consoleCheck>;

/** One page of the list of deleted websites, as the console receives it. */
export type DeletedWebsiteListPage = z.output<typeof deleted.wireOutput>;

/**
 * Answer of GET /api/console/words/{word}. `free` is true when the account can found a World (a public identity) with this
 * word (unique name); else `reason` says why it cannot.
 */
export const wordAnswer = z.object({
  word,
  free: z.boolean(),
  reason: z.enum(['owned', 'yours', 'reserved', 'form']).nullable(),
});
/** Whether the account can found a World (a public identity) with a word (unique name), and else the reason why it cannot. */
export type WordAvailability = z.output<typeof wordAnswer>;

import { z } from 'zod';
import { expectedRevision, idempotencyKey, isoTime, url, word } from '../common.ts';
import { draftVerdict } from '../publish-check.ts';
import { layers, newline, visibility } from '../records.ts';
import { get } from '../services/builder/get.ts';
import type { deleted } from '../services/builder/deletion.ts';
import { ownSnapshot } from '../services/builder/own-pages.ts';
import { revisionRecord } from '../services/builder/owner.ts';
import { warningPlace } from '../services/publisher/check.ts';
import { unsavedState } from './unsaved.ts';

/** Answer of GET /api/console/pages/{id}: the draft as `builder.get` reads it, and the state of its unsaved edits. */
export const consolePage = get.output.extend({ unsaved: unsavedState });
/** A draft as the owner's editor reads it. */
export type ConsolePage = z.output<typeof consolePage>;

/** One entry of GET …/revisions; `key_name` is null for the owner and for an unknown key. */
export const consoleRevision = revisionRecord.extend({ key_name: z.string().nullable() });
/** One entry of a website's history, with the name of the key that made it. */
export type ConsoleRevision = z.output<typeof consoleRevision>;

/** Answer of GET …/revisions/{n}. */
export const revisionTexts = z.object({
  revision: z.int().positive(),
  at: isoTime,
  newline,
  raw_html: z.string(),
  layers,
});
/** The texts of one revision; its times are RFC 3339 in UTC. */
export type RevisionContent = z.output<typeof revisionTexts>;

/** Names the state of a website that a preview or check shows: the unsaved edits, the draft or a revision. */
export const shownState = z.union([z.enum(['unsaved', 'draft']), z.int().positive()]);
/** Body of POST …/preview. */
export const previewRequest = z.strictObject({
  of: shownState,
  /** True for the page without the helper script of the console: its exact bytes. */
  exact: z.boolean().default(false),
});
/** Answer of POST …/preview. `path_url` is for browsers that do not resolve host labels. */
export const previewAddress = z.object({ preview_url: url, path_url: url, expires_at: isoTime });
/** The addresses of a preview and when they end. */
export type PreviewAddress = z.output<typeof previewAddress>;

/** Body of `POST /api/console/pages/{page_id}/check`. */
export const checkRequest = z.strictObject({ of: z.enum(['unsaved', 'draft']) });
/** Result of the check. `places[i]` is where `check.warnings[i]` begins; null when it has no place. */
export const consoleCheck = z.object({
  check: draftVerdict.extend({ draft_revision: z.int().positive() }),
  places: z.array(warningPlace.nullable()),
  /** True when a publication of this text would not change the live website. */
  unchanged: z.boolean(),
});
/** The check of a draft or of unsaved edits, with the place of each warning. */
export type ConsoleCheck = z.output<typeof consoleCheck>;

/** Body of `POST /api/console/pages/{page_id}/publish`; its result is that of `builder.publish`. */
export const publishRequest = z.strictObject({
  expected_revision: expectedRevision,
  visibility,
  idempotency_key: idempotencyKey,
});

/** One page of the list of deleted websites. */
export type DeletedPages = z.output<typeof deleted.wireOutput>;

/** Answer of GET …/snapshots; `next` is the `before` of the next page. */
export const ownSnapshots = z.object({
  snapshots: z.array(ownSnapshot),
  next: z.string().nullable(),
});

/** Answer of GET /api/console/words/{word}: whether the word can be founded, else the reason. */
export const wordAnswer = z.object({
  word,
  free: z.boolean(),
  reason: z.enum(['owned', 'yours', 'reserved', 'form']).nullable(),
});
/** Whether a word can be founded, else the reason. */
export type WordState = z.output<typeof wordAnswer>;

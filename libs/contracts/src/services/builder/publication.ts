import { z } from 'zod';
import { bodyRef } from '../../body-ref.ts';
import { expectedRevision, idempotencyKey, isoTime, pageId, word } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import { publish } from '../publisher/publish.ts';
import {
  publicationMode,
  publicationWarning,
  snapshotId,
  storedObject,
  visibility,
} from '../../records.ts';

const publicationId = z.string().regex(/^pub_[0-9a-z]{26}$/);
export const publishBegin = defineMessage({
  callers: ['publisher'],
  callClass: 'change',
  budget: 'publish',
  purpose:
    'Claims the idempotency key and takes a lease on the publication of one revision, or returns the stored response of an earlier call.',
  input: z.object({
    page_id: pageId,
    expected_revision: expectedRevision,
    idempotency_key: idempotencyKey,
    /**
     * Visibility that the owner chose; it takes effect when the publication commits. Null keeps the current visibility, and
     * makes a first publication public.
     */
    visibility: visibility.nullable().default(null),
  }),
  output: z.discriminatedUnion('state', [
    z.object({ state: z.literal('replay'), response: publish.output }),
    z.object({
      state: z.literal('go'),
      publication_id: publicationId,
      /** Number of this attempt at the publication; only the newest attempt may commit, that is make the page live. */
      attempt: z.int().positive(),
      /**
       * Publication time, the same for every attempt, so that the zip file (archive) and the snapshot (published state) show
       * the same.
       */
      published_at: isoTime,
      page_id: pageId,
      revision: z.int().positive(),
      title: z.string(),
      word,
      lineage_id: z.string(),
      body: bodyRef,
      layers: bodyRef,
    }),
  ]),
});

export const publishCommit = defineMessage({
  callers: ['publisher'],
  callClass: 'change',
  budget: 'publish',
  purpose:
    'Moves the live pointer in one transaction if the revision and the attempt are still the current ones; a repeated call with the same attempt returns the stored response.',
  input: z.object({
    publication_id: publicationId,
    attempt: z.int().positive(),
    snapshot_id: snapshotId,
    publication_mode: publicationMode,
    offline_ready: z.boolean(),
    warnings: z.array(publicationWarning).max(LIMITS.warningsMax),
    /** True when the publication has more warnings than the list contains. */
    truncated: z.boolean().default(false),
    /** True when a form of the page posts to another host; the content security policy must allow it. */
    external_form: z.boolean(),
    page: storedObject,
    /** Copies of the published page that are compressed in advance. */
    variants: z.object({ br: storedObject.nullable(), gzip: storedObject.nullable() }),
    archive: storedObject.extend({ filename: z.string() }).nullable(),
  }),
  output: publish.output,
});

export const publishAbandon = defineMessage({
  callers: ['publisher'],
  callClass: 'change',
  purpose:
    'Abandons a publication and frees its idempotency key; a later commit of this attempt is refused.',
  input: z.object({ publication_id: publicationId, attempt: z.int().positive() }),
  output: z.object({ abandoned: z.boolean() }),
});

export const publicationsState = defineMessage({
  callers: ['publisher'],
  callClass: 'read',
  purpose:
    'Reads whether each publication is pending, committed, abandoned or unknown, so that a sweep removes only objects that no publication needs.',
  input: z.object({ publication_ids: z.array(publicationId).max(1_000) }),
  output: z.object({
    states: z.array(
      z.object({
        publication_id: publicationId,
        state: z.enum(['pending', 'committed', 'abandoned', 'unknown']),
        /**
         * Names of the stored objects that the committed publication needs. Other objects that its attempts stored may be
         * deleted.
         */
        objects: z.array(z.string()).optional(),
      }),
    ),
  }),
});

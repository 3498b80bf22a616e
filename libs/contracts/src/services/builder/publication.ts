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
    'Claims the idempotency key and takes a lease on the publication of one revision, or answers the stored response of an earlier one.',
  input: z.object({
    page_id: pageId,
    expected_revision: expectedRevision,
    idempotency_key: idempotencyKey,
    /**
     * The visibility that the owner chose, set in the transaction of the commit. Null keeps the present one, which is
     * public before the first publication.
     */
    visibility: visibility.nullable().default(null),
  }),
  output: z.discriminatedUnion('state', [
    z.object({ state: z.literal('replay'), response: publish.output }),
    z.object({
      state: z.literal('go'),
      publication_id: publicationId,
      /** Number of the attempt, which fences older attempts: only the newest may commit. */
      attempt: z.int().positive(),
      /** Date of the future snapshot, the same for every attempt, so that archive and record have the same date. */
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
    'Moves the live pointer in one transaction when the revision is still the expected one and the attempt still the current one; repeated with the same attempt it answers the stored response.',
  input: z.object({
    publication_id: publicationId,
    attempt: z.int().positive(),
    snapshot_id: snapshotId,
    publication_mode: publicationMode,
    offline_ready: z.boolean(),
    warnings: z.array(publicationWarning).max(LIMITS.warningsMax),
    /** True when there are more warnings than the list contains. */
    truncated: z.boolean().default(false),
    /** True when a form posts to another host, which the served policy must allow. */
    external_form: z.boolean(),
    page: storedObject,
    /** Compressed forms of the page that were made ahead. */
    variants: z.object({ br: storedObject.nullable(), gzip: storedObject.nullable() }),
    archive: storedObject.extend({ filename: z.string() }).nullable(),
  }),
  output: publish.output,
});

export const publishAbandon = defineMessage({
  callers: ['publisher'],
  callClass: 'change',
  budget: 'change',
  purpose:
    'Gives a publication up and frees its idempotency key; a late commit of this attempt is refused.',
  input: z.object({ publication_id: publicationId, attempt: z.int().positive() }),
  output: z.object({ abandoned: z.boolean() }),
});

export const publicationsState = defineMessage({
  callers: ['publisher'],
  callClass: 'read',
  budget: 'read',
  purpose:
    'Tells which publications are pending, committed, abandoned or unknown, so that a sweep removes only what nothing can need.',
  input: z.object({ publication_ids: z.array(publicationId).max(1_000) }),
  output: z.object({
    states: z.array(
      z.object({
        publication_id: publicationId,
        state: z.enum(['pending', 'committed', 'abandoned', 'unknown']),
        /**
         * Names of the objects that a committed publication still needs: attempts before the last one may have left
         * others.
         */
        objects: z.array(z.string()).optional(),
      }),
    ),
  }),
});

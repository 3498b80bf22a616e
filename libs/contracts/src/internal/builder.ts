import { z } from 'zod';
import { builderPublish } from '../actions/builder.ts';
import { bodyRef } from '../body-ref.ts';
import { expectedRevision, idempotencyKey, isoTime, pageId, sha256Hex, word } from '../common.ts';
import { defineMessage } from '../define.ts';
import { LIMITS } from '../limits.ts';
import {
  publicationMode,
  publicationWarning,
  snapshotId,
  visibility,
  websiteRecord,
} from '../records.ts';

const publicationId = z.string().regex(/^pub_[0-9a-z]{26}$/);
/** An immutable object in the blob store. */
const storedObject = z.object({
  object: z.string(),
  bytes: z.int().nonnegative(),
  sha256: sha256Hex,
});
/** Name, size in bytes and SHA-256 of an immutable object. */
export type StoredObject = z.infer<typeof storedObject>;

export const builderPublishBegin = defineMessage({
  service: 'builder',
  verb: 'publish_begin',
  callers: ['publisher'],
  lane: 'change',
  budget: 'publish',
  purpose:
    'Claims the idempotency key and takes a lease on the publication of one revision, or answers the stored response of an earlier one.',
  input: z.object({
    page_id: pageId,
    expected_revision: expectedRevision,
    idempotency_key: idempotencyKey,
  }),
  output: z.discriminatedUnion('state', [
    z.object({ state: z.literal('replay'), response: builderPublish.output }),
    z.object({
      state: z.literal('go'),
      publication_id: publicationId,
      /** Fence: only the newest attempt may commit. */
      attempt: z.int().positive(),
      /** The date its snapshot will bear, the same for every attempt: archive and record name one moment. */
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

export const builderPublishCommit = defineMessage({
  service: 'builder',
  verb: 'publish_commit',
  callers: ['publisher'],
  lane: 'change',
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
    /** True when more was found than is listed. */
    truncated: z.boolean().default(false),
    /** True when a form posts elsewhere, which the served policy must allow. */
    external_form: z.boolean(),
    page: storedObject,
    /** Ready-made encodings of the page, smallest first choice of the reader. */
    variants: z.object({ br: storedObject.nullable(), gzip: storedObject.nullable() }),
    archive: storedObject.extend({ filename: z.string() }).nullable(),
  }),
  output: builderPublish.output,
});

export const builderPublishAbandon = defineMessage({
  service: 'builder',
  verb: 'publish_abandon',
  callers: ['publisher'],
  lane: 'change',
  budget: 'change',
  purpose:
    'Gives a publication up and frees its idempotency key; a late commit of this attempt is refused.',
  input: z.object({ publication_id: publicationId, attempt: z.int().positive() }),
  output: z.object({ abandoned: z.boolean() }),
});

export const builderPublicationsState = defineMessage({
  service: 'builder',
  verb: 'publications_state',
  callers: ['publisher'],
  lane: 'read',
  budget: 'read',
  purpose:
    'Tells which publications are pending, committed, abandoned or unknown, so that a sweep removes only what nothing can need.',
  input: z.object({ publication_ids: z.array(publicationId).max(1_000) }),
  output: z.object({
    states: z.array(
      z.object({
        publication_id: publicationId,
        state: z.enum(['pending', 'committed', 'abandoned', 'unknown']),
        /** What a committed one still needs: an attempt before the last may have left more. */
        objects: z.array(z.string()).optional(),
      }),
    ),
  }),
});

/** What the public may know of one published snapshot, and where its bytes lie. */
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
/** One published snapshot as the content origin serves it. */
export type PublicSnapshot = z.infer<typeof publicSnapshot>;

/** Public state of a website; a draft, a private and an unknown one are all `none`. */
const publicPage = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none'), version: z.int().nonnegative() }),
  z.object({ state: z.literal('suspended'), version: z.int().nonnegative() }),
  /** Removed for good, with its snapshots and archives. */
  z.object({ state: z.literal('gone'), version: z.int().nonnegative() }),
  z.object({
    state: z.literal('live'),
    /** Rises with every change of the live pointer or visibility. */
    version: z.int().nonnegative(),
    page_id: pageId,
    visibility: z.enum(['unlisted', 'public']),
    /** The World it was published in last; its snapshot, when unchanged since, may name an earlier one. */
    word,
    snapshot: publicSnapshot,
  }),
]);
/** What the public sees at a website's address. */
export type PublicPage = z.infer<typeof publicPage>;

export const builderLive = defineMessage({
  service: 'builder',
  verb: 'live',
  callers: ['sites'],
  lane: 'public',
  budget: 'read',
  purpose: 'Tells what the public sees at a website’s address.',
  input: z.object({ page_id: pageId }),
  output: publicPage,
});

export const builderSnapshots = defineMessage({
  service: 'builder',
  verb: 'snapshots',
  callers: ['sites'],
  lane: 'public',
  budget: 'read',
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

export const builderWorldPages = defineMessage({
  service: 'builder',
  verb: 'world_pages',
  callers: ['sites'],
  lane: 'public',
  budget: 'read',
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
      .max(500),
  }),
});

export const builderSetVisibility = defineMessage({
  service: 'builder',
  verb: 'set_visibility',
  callers: ['gateway'],
  lane: 'change',
  budget: 'change',
  purpose: 'Makes a published website private, unlisted or public; the owner in person.',
  input: z.object({ page_id: pageId, visibility, idempotency_key: idempotencyKey }),
  output: z.object({ website: websiteRecord }),
});

export const builderLayersPut = defineMessage({
  service: 'builder',
  verb: 'layers_put',
  callers: ['gateway'],
  lane: 'change',
  budget: 'change',
  purpose: 'Replaces the layers of a draft; a new revision, as every change of content is.',
  input: z.object({
    page_id: pageId,
    expected_revision: expectedRevision,
    idempotency_key: idempotencyKey,
    /** The JSON text of the layers, which may be larger than a message. */
    layers: bodyRef,
  }),
  output: z.object({ website: websiteRecord }),
});

export const builderRevisions = defineMessage({
  service: 'builder',
  verb: 'revisions',
  callers: ['gateway'],
  lane: 'read',
  budget: 'read',
  purpose:
    'Lists the revisions of a website, newest first: who, when, by which action, hash and size.',
  input: z.object({
    page_id: pageId,
    before: z.int().positive().nullable(),
    limit: z.int().min(1).max(LIMITS.listLimitMax),
  }),
  output: z.object({
    revisions: z.array(
      z.object({
        revision: z.int().positive(),
        at: isoTime,
        action: z.string(),
        actor: z.string(),
        chars: z.int().nonnegative(),
        raw_sha256: sha256Hex,
        body_kept: z.boolean(),
      }),
    ),
    next_before: z.int().positive().nullable(),
  }),
});

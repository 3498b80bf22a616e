import { z } from 'zod';
import {
  expectedRevision,
  idempotencyKey,
  isoTime,
  pageId,
  sha256Hex,
  word,
} from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import { layers, visibility, websiteRecord } from '../../records.ts';

export const setVisibility = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose: 'Makes a published website private, unlisted or public; for the signed-in owner only.',
  input: z.object({ page_id: pageId, visibility, idempotency_key: idempotencyKey }),
  output: z.object({ website: websiteRecord }),
});

export const setListed = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose:
    'Includes a website in the public overview or excludes it; for the signed-in owner only.',
  input: z.object({ page_id: pageId, listed: z.boolean(), idempotency_key: idempotencyKey }),
  output: z.object({ website: websiteRecord }),
});

export const layersPut = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose: 'Replaces the layers of a draft and makes a new revision.',
  input: z.object({
    page_id: pageId,
    expected_revision: expectedRevision,
    idempotency_key: idempotencyKey,
    layers,
  }),
  bodies: { layers: 'pass' },
  output: z.object({ website: websiteRecord }),
});

/** Schema of one revision in the history of a website. */
export const revisionRecord = z.object({
  revision: z.int().positive(),
  at: isoTime,
  action: z.string(),
  actor: z.string(),
  /** Word (unique name) of the World (public identity) in which the website was at that revision. */
  word,
  chars: z.int().nonnegative(),
  /** Size of the HTML and of the layers (HTML, CSS and notes stored beside it), in bytes. */
  bytes: z.int().nonnegative(),
  raw_sha256: sha256Hex,
  body_kept: z.boolean(),
  /** True when this revision has been published. */
  published: z.boolean(),
  /** Number of the earlier revision that this revision restored; null for any other change. */
  restored_from: z.int().positive().nullable(),
});

export const revisions = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  purpose:
    'Lists the revisions of a website, newest first: actor, time, action, hash and size of each.',
  input: z.object({
    page_id: pageId,
    before: z.int().positive().nullable(),
    limit: z.int().min(1).max(LIMITS.listLimitMax),
  }),
  output: z.object({
    revisions: z.array(revisionRecord),
    next_before: z.int().positive().nullable(),
  }),
});

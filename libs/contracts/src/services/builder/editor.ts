import { z } from 'zod';
import { bodyRef } from '../../body-ref.ts';
import { expectedRevision, idempotencyKey, isoTime, pageId, title } from '../../common.ts';
import { unsavedFacts, unsavedSeq, unsavedState, unsavedTexts } from '../../console/unsaved.ts';
import { defineMessage } from '../../define.ts';
import { websiteRecord } from '../../records.ts';

export const unsavedGet = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  purpose: 'Reads the unsaved edits of a website; for the signed-in owner only, never for agents.',
  input: z.object({
    page_id: pageId,
    /** False to receive only the metadata of the unsaved edits, without their texts. */
    with_texts: z.boolean(),
  }),
  output: unsavedState.extend({
    base_revision: z.int().positive().nullable(),
    title: title.optional(),
    raw_html: bodyRef.optional(),
    layers: bodyRef.optional(),
  }),
});

export const unsavedPut = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose:
    'Replaces all unsaved edits of a website; refused when another browser window has changed them. Changes no draft and writes no journal row.',
  input: z.object({
    page_id: pageId,
    base_revision: z.int().positive(),
    /**
     * Version number of the unsaved edits that this editor window has loaded. The call is refused when another window has
     * changed them.
     */
    seq: unsavedSeq,
    ...unsavedTexts,
  }),
  bodies: { raw_html: 'adopt', layers: 'pass' },
  output: unsavedFacts.pick({ seq: true, at: true }),
});

export const unsavedDrop = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose:
    'Drops the unsaved edits of a website, or restores edits that were dropped less than 24 hours ago.',
  input: z.object({ page_id: pageId, seq: unsavedSeq, drop: z.boolean() }),
  output: z.object({ seq: unsavedSeq }),
});

export const save = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose:
    'Saves HTML, layers and title of the browser editor as one revision and ends the unsaved edits; a title alone makes no revision.',
  input: z.object({
    page_id: pageId,
    expected_revision: expectedRevision,
    /** Version number of the unsaved edits, from which texts absent in this call are taken; 0 when there are none. */
    seq: unsavedSeq,
    idempotency_key: idempotencyKey,
    ...unsavedTexts,
  }),
  bodies: { raw_html: 'adopt', layers: 'pass' },
  output: z.object({ website: websiteRecord }),
});

export const restore = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose: 'Makes a new revision with the HTML and layers of an older one; the title stays.',
  input: z.object({
    page_id: pageId,
    revision: z.int().positive(),
    expected_revision: expectedRevision,
    idempotency_key: idempotencyKey,
  }),
  output: z.object({ website: websiteRecord }),
});

export const rename = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose: 'Changes the title of a website; makes no revision.',
  input: z.object({ page_id: pageId, title, idempotency_key: idempotencyKey }),
  output: z.object({ website: websiteRecord }),
});

export const revisionGet = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  purpose: 'Reads HTML and layers of one revision. Throws `gone` when they are no longer stored.',
  input: z.object({ page_id: pageId, revision: z.int().positive() }),
  output: z.object({
    revision: z.int().positive(),
    at: isoTime,
    newline: z.enum(['lf', 'crlf', 'mixed', 'none']),
    raw_html: bodyRef,
    layers: bodyRef,
  }),
});

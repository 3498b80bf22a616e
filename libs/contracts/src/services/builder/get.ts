import { z } from 'zod';
import { bodyRef } from '../../body-ref.ts';
import { pageId } from '../../common.ts';
import { defineAction } from '../../define.ts';
import { layers, newline, websiteRecord } from '../../records.ts';

export const get = defineAction({
  name: 'builder.get',
  kind: 'read',
  set: 'read',
  tool: { title: 'Read a website' },
  purpose:
    'Reads a website whole: its exact stored HTML, its layers and draft_revision, which the next change carries as expected_revision. Read before you change a website that you did not write last yourself. Unsaved edits of a browser editor are not included. Scope builder.get. Likely errors: page_not_found.',
  input: z.strictObject({ page_id: pageId }),
  output: z.strictObject({
    website: websiteRecord,
    raw_html: z.string(),
    layers,
    newline,
    content_trust: z.literal('untrusted'),
  }),
  /** `layers` holds the JSON text of the layers. */
  wireOutput: z.strictObject({ website: websiteRecord, body: bodyRef, layers: bodyRef, newline }),
  errors: [],
  example: { page_id: 42 },
});

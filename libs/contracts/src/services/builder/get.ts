import { z } from 'zod';
import { pageId } from '../../common.ts';
import { defineAction } from '../../define.ts';
import { layers, newline, websiteRecord } from '../../records.ts';

export const get = defineAction({
  name: 'builder.get',
  kind: 'read',
  set: 'read',
  tool: { title: 'Read a website' },
  aliases: ['builder.read', 'builder.fetch', 'pages.read'],
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
  bodies: { raw_html: 'stored', layers: 'stored' },
  raw: { path: '/pages/:page_id/raw', body: 'raw_html' },
  errors: [],
  example: { page_id: 42 },
});

import { z } from 'zod';
import { pageId } from '../../common.ts';
import { defineAction } from '../../define.ts';
import { publishCheck } from '../../publish-check.ts';
import { layers, newline, websiteRecord } from '../../records.ts';

export const get = defineAction({
  name: 'builder.get',
  kind: 'read',
  set: 'read',
  tool: { title: 'Read a website' },
  aliases: ['builder.read', 'builder.fetch', 'pages.read'],
  purpose:
    'Reads a website whole: its exact stored HTML, its layers and draft_revision, which the next change carries as expected_revision. Read before you change a website that you did not write last yourself. publish_check is what a publication of this draft would say; null when it is not known at once: then ask GET /api/agent-bridge/pages/<page_id>/check. website.preview_url shows this draft for 15 minutes to whoever has the address. Unsaved edits of a browser editor are not included. Scope builder.get. Likely errors: page_not_found.',
  input: z.strictObject({ page_id: pageId }),
  output: z.strictObject({
    website: websiteRecord,
    /**
     * Result of the check before publication. The gateway adds it to drafts up to 256 KiB when the publisher service answers
     * within 150 ms; else it is null.
     */
    publish_check: publishCheck.nullable().default(null),
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

import { z } from 'zod';
import { idempotencyKey, rawHtml, title, word } from '../../common.ts';
import { defineAction } from '../../define.ts';
import { websiteRecord } from '../../records.ts';

/** HTML of a new website when the call of builder.create contains none. Spec: drafts.default-html. */
export const DEFAULT_HTML =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>New website</title></head><body><h1>New website</h1></body></html>';

export const create = defineAction({
  name: 'builder.create',
  kind: 'add',
  set: 'draft',
  tool: { title: 'Create a website' },
  aliases: ['builder.new', 'builder.add', 'pages.create'],
  purpose:
    'Saves exact HTML as a new private website in a World the account may contribute to; nothing is published, no generation is charged, and the World dashboard stays as it is. To make it portable send one complete document: styles and scripts inside, pictures and fonts as data: addresses. The result holds draft_revision: your next change may carry it without a read in between. Scope builder.create. Likely errors: world_not_found, world_forbidden, invalid_input.',
  input: z.strictObject({
    title,
    word,
    raw_html: rawHtml.default(DEFAULT_HTML),
    idempotency_key: idempotencyKey,
  }),
  output: z.strictObject({ website: websiteRecord }),
  bodies: { raw_html: 'adopt' },
  errors: ['world_not_found', 'world_forbidden', 'key_world_not_allowed', 'quota_exceeded'],
  example: {
    title: 'Moonlit Press',
    word: 'moonlit-press',
    raw_html:
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>Moonlit Press</title><h1>Moonlit Press</h1></html>',
    idempotency_key: 'create-moonlit-1',
  },
});

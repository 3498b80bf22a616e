import { z } from 'zod';
import { afterId, listLimit, pageId } from '../../common.ts';
import { defineAction } from '../../define.ts';
import { websiteRecord } from '../../records.ts';

export const listWebsites = defineAction({
  name: 'builder.list',
  kind: 'read',
  set: 'read',
  tool: { title: 'List websites' },
  aliases: ['builder.pages'],
  purpose:
    'Lists the private and published websites of the account, ascending by id, without their HTML. Page on with after_id = next_after_id until it is null. Scope builder.list. Likely errors: rate_limited.',
  input: z.strictObject({
    limit: listLimit.describe('How many websites, 1 to 100.'),
    after_id: afterId,
  }),
  output: z.strictObject({ websites: z.array(websiteRecord), next_after_id: pageId.nullable() }),
  errors: [],
  example: { limit: 30, after_id: 0 },
});

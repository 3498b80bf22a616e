import { z } from 'zod';
import { pageId } from '../../common.ts';
import { defineAction } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import { websiteRecord } from '../../records.ts';

export const list = defineAction({
  name: 'builder.list',
  kind: 'read',
  set: 'read',
  tool: { title: 'List websites' },
  aliases: ['builder.pages'],
  purpose:
    'Lists the private and published websites of the account, ascending by id, without their HTML. Page on with after_id = next_after_id until it is null. Scope builder.list. Likely errors: rate_limited.',
  input: z.strictObject({
    limit: z
      .int()
      .min(1)
      .max(LIMITS.listLimitMax)
      .default(LIMITS.listLimitDefault)
      .describe('How many websites, 1 to 100.'),
    after_id: z.int().min(0).default(0).describe('The next_after_id of the page before; 0 begins.'),
  }),
  output: z.strictObject({ websites: z.array(websiteRecord), next_after_id: pageId.nullable() }),
  errors: [],
  example: { limit: 30, after_id: 0 },
});

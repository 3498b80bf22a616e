import type { ActionTemplate } from './sample.ts';

const SETUP = `import { PUBLISHER } from '@bridge/contracts';
import { agentCtx, startTestServices, type TestServices } from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publisherModule } from '../module.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([publisherModule]);
});
afterAll(() => services.stop());`;

/** Template for a new action of the publisher service, which has no database schema. */
export const PUBLISHER: ActionTemplate = {
  common: ['pageId', 'url'],
  records: [],
  input: 'page_id: pageId',
  output: 'live_url: url',
  example: 'page_id: 42',
  errors: '',
  effect: 'Tells the address that a website has or would have. Likely errors: rate_limited.',
  imports: '',
  handler: `({ links }: PublisherDeps): ServiceCallHandler<typeof CONTRACT> {
  return async ({ page_id }) => ({ live_url: links.live(page_id) });
}`,
  setup: SETUP,
  test: `test('tells the address of a website', async () => {
  const { result } = await services.call(CONTRACT, agentCtx(), { page_id: 42 });
  expect(result.live_url).toMatch(/^http:\\/\\/p42\\./);
});`,
};

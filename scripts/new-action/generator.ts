import type { ActionTemplate } from './sample.ts';

const SETUP = `import { GENERATOR } from '@bridge/contracts';
import { agentCtx, startTestServices, type TestServices } from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generatorModule } from '../module.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([generatorModule]);
});
afterAll(() => services.stop());`;

/** Template for a new action of the generator service, which has no database schema. */
export const GENERATOR: ActionTemplate = {
  common: [],
  records: [],
  input: '',
  output: 'configured: z.boolean()',
  example: '',
  errors: '',
  effect: 'Returns true when a provider is configured. Likely errors: rate_limited.',
  imports: '',
  handler: `({ provider }: GeneratorDeps): ServiceCallHandler<typeof CONTRACT> {
  return async () => ({ configured: provider !== null });
}`,
  setup: SETUP,
  test: `test('no provider is configured by default', async () => {
  expect((await services.call(CONTRACT, agentCtx(), {})).result).toEqual({ configured: false });
});`,
};

import {
  agentCtx,
  makeWebsite,
  startTestServices,
  worldsModule,
  type TestServices,
} from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builderModule } from '../module.ts';
import { sampleObjects } from './stored-objects.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([worldsModule, builderModule]);
});
afterAll(() => services.stop());

test('a sample that is larger than the store has each object once, wherever it starts', async () => {
  for (const text of ['x', 'y', 'z'])
    await makeWebsite(services, agentCtx(), { html: text.repeat(300_000) });
  for (const start of ['0', 'h', 'z']) {
    const sample = await sampleObjects(services.db, start.repeat(26), 25);
    expect(sample.map(({ object }) => object)).toHaveLength(3);
    expect(new Set(sample.map(({ object }) => object)).size).toBe(3);
  }
});

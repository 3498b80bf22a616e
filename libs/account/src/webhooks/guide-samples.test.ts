import { ACCOUNT, WEBHOOK_EVENT_NAMES, WORLDS } from '@bridge/contracts';
import { readSettings } from '@bridge/kernel';
import {
  agentCtx,
  findProgram,
  freePort,
  newKey,
  ownerCtx,
  ROOT,
  startProgram,
  startTestServices,
  until,
  worldsModule,
  type TestServices,
} from '@bridge/testing';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountModule } from '../module.ts';
import { MASTER_SECRET } from './webhook-stage.fixture.ts';

const GUIDE = readFileSync(join(ROOT, 'docs/guides/webhooks.md'), 'utf8');
/** The port that the samples of the guide contain. */
const SHOWN_PORT = '8443';

let services: TestServices;
let folder = '';
beforeAll(async () => {
  services = await startTestServices([worldsModule, accountModule], {
    settings: readSettings({ BRIDGE_OUTBOUND: 'loopback', BRIDGE_WEBHOOK_SECRET: MASTER_SECRET }),
  });
  // The sample runs in a folder inside the checkout, so that its imports find the project’s packages.
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  folder = mkdtempSync(join(ROOT, '.cache', 'guide-'));
});
afterAll(async () => {
  await services.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the first code block of the guide in this language. */
function sampleIn(language: string): string {
  const [, sample] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(GUIDE) ?? [];
  if (sample === undefined) throw new Error(`the guide has no block in ${language}`);
  return sample;
}

// Verifies: webhooks.events.
test('the guide lists every event, and no other', () => {
  const listed = [...GUIDE.matchAll(/^\| `([a-z]+\.[a-z_]+)` +\|/gm)].map(([, event]) => event);
  expect(listed.toSorted()).toEqual([...WEBHOOK_EVENT_NAMES].toSorted());
});

// Verifies: webhooks.signature.
test.each([
  ['js', 'hook.mjs', process.execPath],
  ['python', 'hook.py', findProgram('python3')],
])(
  'the sample of the guide in %s takes messages and refuses forged ones',
  async (language, name, program) => {
    if (program === null) return;
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/hook`;
    const ctx = agentCtx();
    const owner = ownerCtx(ctx.account_id ?? '');
    const made = await services.call(ACCOUNT.webhookCreate, owner, {
      url,
      events: ['world.founded'],
    });
    const path = join(folder, name);
    writeFileSync(path, sampleIn(language).replace(SHOWN_PORT, String(port)));
    const forged = { method: 'POST', body: '{"type":"world.founded","data":{}}' };
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
      'webhook-signature': 'v1,Zm9yZ2Vk',
    };
    const refuses = async () => (await fetch(url, { ...forged, headers })).status === 400;
    const running = await startProgram(program, [path], refuses, {
      env: { WEBHOOK_SECRET: made.result.secret, PYTHONUNBUFFERED: '1' },
    });
    try {
      const word = `guide-${language}-w`;
      await services.call(WORLDS.found, ctx, { word, idempotency_key: newKey() });
      await until('the sample to print the event', () =>
        running.output().includes('world.founded'),
      );
      expect(running.output()).toMatch(/world\.founded (?:null|None)/);
      const asked = { webhook_id: made.result.webhook.webhook_id, before: null, limit: 10 };
      await until('the delivery', async () => {
        const { deliveries } = (await services.call(ACCOUNT.webhookDeliveries, owner, asked))
          .result;
        return deliveries[0]?.state === 'delivered';
      });
    } finally {
      await running.stop();
    }
  },
);

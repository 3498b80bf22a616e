import { ACCOUNT, WORLDS, type WebhookEventName, type WireOutput } from '@bridge/contracts';
import { readSettings, systemClock } from '@bridge/kernel';
import {
  agentCtx,
  fakeClock,
  ownerCtx,
  startTestServices,
  startWebhookReceiver,
  worldsModule,
  type FakeClock,
  type TestServices,
  type WebhookReceiver,
} from '@bridge/testing';
import { accountModule } from '../module.ts';

/** The master secret with which the tested service encrypts the secrets of webhooks. */
export const MASTER_SECRET = 'a master secret of 32 characters';

/** The running services of a test: worlds and account, a real webhook receiver, and a clock that the test advances. */
export interface WebhookTestServices {
  readonly services: TestServices;
  readonly clock: FakeClock;
  readonly receiver: WebhookReceiver;
  stop(): Promise<void>;
}

/**
 * Starts the services worlds and account, a webhook receiver and a clock for a test. Webhooks may be sent to addresses of this
 * machine.
 */
export async function startWebhookStage(): Promise<WebhookTestServices> {
  // Transactions compare call deadlines, which come from the test’s clock, with the machine’s clock.
  // The test’s clock starts an hour ahead, so that no deadline has passed.
  const clock = fakeClock(systemClock.now() + TIMES.hour);
  const settings = readSettings({
    BRIDGE_OUTBOUND: 'loopback',
    BRIDGE_WEBHOOK_SECRET: MASTER_SECRET,
  });
  const services = await startTestServices([worldsModule, accountModule], { clock, settings });
  const receiver = await startWebhookReceiver();
  return {
    services,
    clock,
    receiver,
    stop: async () => {
      await services.stop();
      await receiver.stop();
    },
  };
}

/** A webhook of a test, in an account of its own, with functions that cause events and read the results. */
export interface WebhookUnderTest {
  readonly accountId: string;
  readonly webhookId: string;
  readonly secret: string;
  /** Causes `count` events one after the other, by founding Worlds; returns the numbers of their journal rows. */
  happen(count: number): Promise<readonly number[]>;
  /** Reads the record of the webhook as its owner does. */
  record(): Promise<WireOutput<typeof ACCOUNT.webhooksList>['webhooks'][number]>;
  deliveries(): Promise<WireOutput<typeof ACCOUNT.webhookDeliveries>['deliveries']>;
}

let founded = 0;

/** Creates a webhook to the address `url` in a new account, for a test. */
export async function stageWebhook(
  services: TestServices,
  url: string,
  events: WebhookEventName[] = ['world.founded'],
): Promise<WebhookUnderTest> {
  const ctx = agentCtx();
  const accountId = ctx.account_id ?? '';
  const owner = ownerCtx(accountId);
  const { result } = await services.call(ACCOUNT.webhookCreate, owner, { url, events });
  const { webhook_id } = result.webhook;
  let seq = 1;
  return {
    accountId,
    webhookId: webhook_id,
    secret: result.secret,
    happen: async (count) => {
      const seqs: number[] = [];
      for (let n = 0; n < count; n += 1) {
        const word = `hooked-${(founded += 1)}-x`;
        await services.call(WORLDS.found, ctx, { word, idempotency_key: `found-${word}` });
        seqs.push((seq += 1));
      }
      return seqs;
    },
    record: async () => {
      const { webhooks } = (await services.call(ACCOUNT.webhooksList, owner, {})).result;
      const found = webhooks.find((one) => one.webhook_id === webhook_id);
      if (found === undefined) throw new Error('no such webhook');
      return found;
    },
    deliveries: async () => {
      const asked = { webhook_id, before: null, limit: 100 };
      return (await services.call(ACCOUNT.webhookDeliveries, owner, asked)).result.deliveries;
    },
  };
}

const MINUTE_MS = 60_000;
/** Units of time in ms, by which a test advances its clock. */
export const TIMES = { minute: MINUTE_MS, hour: 60 * MINUTE_MS, day: 1_440 * MINUTE_MS } as const;

import { ACCOUNT, WORLDS, type WebhookEvent, type WireOutput } from '@bridge/contracts';
import { readSettings, systemClock } from '@bridge/kernel';
import {
  agentCtx,
  fakeClock,
  ownerCtx,
  startRooms,
  startWebhookReceiver,
  worldsModule,
  type FakeClock,
  type Rooms,
  type WebhookReceiver,
} from '@bridge/testing';
import { accountModule } from '../module.ts';

/** The master secret that encrypts the secrets of webhooks. */
export const MASTER_SECRET = 'a master secret of 32 characters';

/** The account service with a real receiver, and a clock that the test moves. */
export interface WebhookStage {
  readonly rooms: Rooms;
  readonly clock: FakeClock;
  readonly receiver: WebhookReceiver;
  stop(): Promise<void>;
}

/** Starts the services worlds and account with webhooks allowed to addresses of this machine. */
export async function startWebhookStage(): Promise<WebhookStage> {
  // The database uses the machine’s clock, so the test’s clock starts an hour ahead: call deadlines must never have
  // passed.
  const clock = fakeClock(systemClock.now() + TIMES.hour);
  const settings = readSettings({
    BRIDGE_OUTBOUND: 'loopback',
    BRIDGE_WEBHOOK_SECRET: MASTER_SECRET,
  });
  const rooms = await startRooms([worldsModule, accountModule], { clock, settings });
  const receiver = await startWebhookReceiver();
  return {
    rooms,
    clock,
    receiver,
    stop: async () => {
      await rooms.stop();
      await receiver.stop();
    },
  };
}

/** A webhook in its own account. */
export interface StagedWebhook {
  readonly accountId: string;
  readonly webhookId: string;
  readonly secret: string;
  /** Causes events one after the other; returns the numbers of their journal rows. */
  happen(count: number): Promise<readonly number[]>;
  /** Reads the record of the webhook as its owner does. */
  record(): Promise<WireOutput<typeof ACCOUNT.webhooksList>['webhooks'][number]>;
  deliveries(): Promise<WireOutput<typeof ACCOUNT.webhookDeliveries>['deliveries']>;
}

let founded = 0;

/** Creates a webhook for an account. */
export async function stageWebhook(
  rooms: Rooms,
  url: string,
  events: WebhookEvent[] = ['world.founded'],
): Promise<StagedWebhook> {
  const ctx = agentCtx();
  const accountId = ctx.account_id ?? '';
  const owner = ownerCtx(accountId);
  const { result } = await rooms.call(ACCOUNT.webhookCreate, owner, { url, events });
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
        await rooms.call(WORLDS.found, ctx, { word, idempotency_key: `found-${word}` });
        seqs.push((seq += 1));
      }
      return seqs;
    },
    record: async () => {
      const { webhooks } = (await rooms.call(ACCOUNT.webhooksList, owner, {})).result;
      const found = webhooks.find((one) => one.webhook_id === webhook_id);
      if (found === undefined) throw new Error('no such webhook');
      return found;
    },
    deliveries: async () => {
      const asked = { webhook_id, before: null, limit: 100 };
      return (await rooms.call(ACCOUNT.webhookDeliveries, owner, asked)).result.deliveries;
    },
  };
}

const MINUTE_MS = 60_000;
/** Units of time in ms for `clock.advance`. */
export const TIMES = { minute: MINUTE_MS, hour: 60 * MINUTE_MS, day: 1_440 * MINUTE_MS } as const;

import { PUBLIC_PATHS, SCOPES } from '@bridge/contracts';
import {
  isRequired,
  MissingTestResourceError,
  newOwner,
  standInProvider,
  startSplit,
  until,
  withoutRates,
  type TestOwner,
  type SplitServiceProcess,
  type SplitProduct,
} from '@bridge/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectNats, type NatsConnection } from 'nats';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callOn, type ActionCaller, type ActionCallOutcome } from '../call.ts';
import { send } from '../mcp/post.ts';
import { PROVIDER_KEY, providerSettings } from '../provider-settings.ts';
import { done, refused, unique } from '../stage.ts';

/** Time in ms within which a call must be refused when its service does not run. It is far below the deadline of a call. */
const AT_ONCE_MS = 2_000;
/**
 * Time in ms within which a call must succeed after the stopped process or server runs again. The product promises 5 s; a busy
 * machine gets more.
 */
const HEALED_MS_MAX = 20_000;
/** Number of processes of each service. */
export const REPLICAS = {
  worlds: 2,
  builder: 2,
  publisher: 2,
  surf: 2,
  account: 2,
  generator: 2,
  gateway: 2,
} as const;

/** The readiness of one part of a process, such as its database connection. */
export interface ReadinessPart {
  readonly part: string;
  readonly ok: boolean;
  readonly note?: string;
}

/** The word of the World that all tests on the split product use. */
export const word = unique('hard');
/** The stand-in provider of generated drafts. */
export const provider = await standInProvider();
/** All messages on the bus since `listen` was called: subject, headers and text of each. */
export const seen: string[] = [];
/** The bodies of all refusals that the tests of a file received. */
export const errors: string[] = [];
/** Secrets that the tests created or configured (keys, cookies, passwords), which must not appear in logs. */
export const secrets: string[] = [PROVIDER_KEY];

/**
 * The folder of the limits file. The file turns rate limits off, because a busy machine is slow; the gateway still refuses
 * calls when it is overloaded.
 */
const folder = mkdtempSync(join(tmpdir(), 'bridge-hardship-'));
let split: SplitProduct | undefined;
let why: string | null = null;
let account: { readonly owner: TestOwner; readonly secret: string } | undefined;
let largestBytes = 0;
let spy: NatsConnection | undefined;

/** The running split product, with two processes of each service. May be called only inside a test. */
export function running(): SplitProduct {
  if (split === undefined) throw new Error(why ?? 'the split product does not run');
  return split;
}
/** The owner of the World `word`, and the secret of a key with every scope. */
export function hardAccount(): { readonly owner: TestOwner; readonly secret: string } {
  if (account === undefined) throw new Error('the owner is made before the tests');
  return account;
}
/** Size in bytes of the largest message that was on the bus. */
export const largestMessageBytes = (): number => largestBytes;
/** Makes a function that calls actions over HTTP (`act`) through the load balancer, and records refusals in `errors`. */
export function act(key = hardAccount().secret): ActionCaller {
  const call = callOn('act', running().baseUrl, key);
  return async (action, payload) => {
    const outcome = await call(action, payload);
    if (!outcome.ok) errors.push(JSON.stringify(outcome.error));
    return outcome;
  };
}
/** Sends a call directly to one gateway process, without the load balancer. */
export async function at(
  port: number | undefined,
  key: string,
  action: string,
  payload: object,
): Promise<ActionCallOutcome> {
  const { host } = new URL(running().baseUrl);
  const { json } = await send(
    `http://127.0.0.1:${port}`,
    key,
    JSON.stringify({ action, payload }),
    {
      path: PUBLIC_PATHS.act,
      headers: { host },
    },
  );
  return json as ActionCallOutcome;
}

/**
 * Records every message of the bus in `seen`. Must not be called in a test that stops a service, because the broker would treat
 * the recording subscriber as a responder.
 */
export async function listen(): Promise<void> {
  spy = await connectNats({ servers: running().servers.nats.url, reconnect: false });
  spy.subscribe('>', {
    callback: (_, message) => {
      largestBytes = Math.max(largestBytes, message.data.byteLength);
      seen.push(`${message.subject} ${[...(message.headers ?? [])].join()} ${message.string()}`);
    },
  });
}

/** Ends the recording of messages. */
export async function stopListening(): Promise<void> {
  await spy?.close();
}

beforeAll(async () => {
  try {
    split = await startSplit({
      env: {
        BRIDGE_LIMITS: withoutRates(folder),
        BRIDGE_LOG: 'debug',
        ...providerSettings(provider),
      },
      replicas: REPLICAS,
    });
  } catch (error) {
    if (!(error instanceof MissingTestResourceError) || isRequired(error.requirement)) throw error;
    why = error.message;
    return;
  }
  const owner = await newOwner(split.baseUrl, split.env);
  await listen();
  const { secret } = await owner.makeKey({ scopes: SCOPES });
  account = { owner, secret };
  secrets.push(secret, owner.password, owner.cookie.split('=')[1] ?? '');
  done(await act()('worlds.found', { word, idempotency_key: unique('found') }));
}, 180_000);
afterAll(async () => {
  await stopListening();
  await split?.stop();
  await provider.stop();
  rmSync(folder, { recursive: true });
});

/** Declares a test on the split product. The test is skipped with the reason when the product cannot run on this machine. */
export function hard(name: string, timeout: number, body: () => Promise<void>): void {
  it(name, { timeout }, async ({ skip }) => {
    if (why !== null) skip(why);
    await body();
  });
}
/** Returns the processes of a service. */
export function replicasOf(
  service: SplitServiceProcess['service'],
): readonly SplitServiceProcess[] {
  return running().replicas.filter((replica) => replica.service === service);
}
/** Reads the readiness of the first process of a service: whether it is ready, and the state of each part. */
export async function readiness(
  service: SplitServiceProcess['service'],
): Promise<{ readonly status: number; readonly parts: readonly ReadinessPart[] }> {
  const answer = await fetch(`${replicasOf(service)[0]?.internalUrl}/readyz`);
  const { parts } = (await answer.json()) as { parts: readonly ReadinessPart[] };
  return { status: answer.status, parts };
}
/** Expects that a call to a service that does not run is refused within `AT_ONCE_MS`. */
export async function refusedAtOnce(outcome: () => Promise<ActionCallOutcome>): Promise<void> {
  const from = performance.now();
  expect(refused(await outcome(), 'service_unavailable')).toMatchObject({
    status: 503,
    outcome: 'not_applied',
    details: { retry_after_s: expect.any(Number) as number },
  });
  expect(performance.now() - from).toBeLessThan(AT_ONCE_MS);
}
/** Repeats a call until it succeeds. */
export async function healed(call: () => Promise<ActionCallOutcome>): Promise<void> {
  await until('calls to be done again', async () => (await call()).ok, HEALED_MS_MAX);
}

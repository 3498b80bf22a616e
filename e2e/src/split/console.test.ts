import {
  getFrom,
  isRequired,
  MissingTestResourceError,
  startSplit,
  until,
  type SplitProduct,
} from '@bridge/testing';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { describeConsole, JOURNEY_MS_MAX } from '../browser/console-page.ts';
import { picture } from '../browser/picture.ts';
import { startOwnerMaker } from '../owner-maker.ts';
import { useProduct } from '../product-under-test.ts';
import { create, done, patchOf, publish } from '../stage.ts';

/** The lowered rate limit of a key: calls per second, and number of calls that the key may make at once. */
const LOWERED = { perSecond: 1, burst: 2 };
/**
 * Interval in ms at which gateways exchange how often each key was used. Between two exchanges, each gateway counts only its
 * own calls.
 */
const TOLD_MS = 100;

/** Starts the split product with two gateways. Returns the reason when it cannot run on this machine. */
async function start(): Promise<SplitProduct | string> {
  try {
    return await startSplit({ replicas: { gateway: 2, builder: 1, sites: 1 } });
  } catch (error) {
    if (!(error instanceof MissingTestResourceError) || isRequired(error.requirement)) throw error;
    return error.message;
  }
}

const started = await start();

/**
 * Makes the scenarios of this file call the split product. Returns a function that stops the server that creates their owners.
 */
async function onSplit({
  baseUrl,
  contentUrl,
  env,
  servers,
  replicas,
}: SplitProduct): Promise<() => Promise<void>> {
  const maker = await startOwnerMaker(servers.postgres.url, env);
  const internalUrl = replicas.find(({ service }) => service === 'gateway')?.internalUrl ?? '';
  useProduct({ baseUrl, contentUrl, internalUrl, env, owners: maker.url });
  return () => maker.close();
}

/** Kills one process of a service while `work` runs, then starts it again. */
async function without(
  split: SplitProduct,
  service: string,
  work: () => Promise<void>,
): Promise<void> {
  const replica = split.replicas.find((one) => one.service === service);
  await replica?.program.kill();
  try {
    await work();
  } finally {
    await replica?.restart();
  }
}

/** Calls `worlds.list` with a key at one gateway. Returns the status and the rate limit that the response states. */
async function readAt({ baseUrl }: SplitProduct, port: number, secret: string) {
  const { status, headers } = await getFrom(port, new URL(baseUrl).host, '/api/agent-bridge/act', {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'worlds.list', payload: {} }),
  });
  return { status, policy: headers['ratelimit-policy'] };
}

/** Opens a screen of the console in an open page. */
async function visitScreen(page: Page, path: string): Promise<void> {
  await page.goto(new URL(`/console${path}`, page.url()).href);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.getByRole('heading', { level: 1 }).waitFor();
}

if (typeof started === 'string') {
  describe('the console over the split product', () => {
    it('is shown on every screen', ({ skip }) => skip(started));
  });
} else {
  const split = started;
  const close = await onSplit(split);
  afterAll(async () => {
    await close();
    await split.stop();
  });

  describeConsole('the console over NATS, S3 and Postgres', (at) => {
    // Verifies: console.wirings.
    it(
      'shows every screen, an agent’s change without a reload, and a preview',
      { timeout: JOURNEY_MS_MAX },
      async () => {
        const act = at.owner.on('act');
        const page = await at.open('/');
        await page.getByText('live', { exact: true }).waitFor();
        const made = await create(act, at.owner.word);
        const lately = page.getByRole('region', { name: 'Lately' });
        await lately.getByRole('link', { name: made.title }).first().waitFor();
        await publish(act, made);
        const id = made.page_id;
        for (const path of [
          '/websites',
          '/worlds',
          `/worlds/${at.owner.word}`,
          '/activity',
          '/keys',
          '/account',
          `/pages/${id}/revisions`,
          `/pages/${id}/public`,
          `/pages/${id}/settings`,
        ]) {
          await visitScreen(page, path);
          expect(await page.getByRole('alert').filter({ hasText: /\S/ }).count(), path).toBe(0);
        }
        await visitScreen(page, `/pages/${id}`);
        await page.locator('.cm-content').waitFor();
        await page.frameLocator('.preview-frames iframe').first().getByText('first').waitFor();
        done(await act('builder.patch', patchOf(made, 'first', 'changed by an agent')));
        await page.locator('.cm-content').getByText('changed by an agent').waitFor();
      },
    );

    // Verifies: console.key-changes, limits.rates-shared.
    it(
      'a limit of a key that is lowered on its screen holds over two gateways together',
      { timeout: JOURNEY_MS_MAX },
      async () => {
        const { key, secret } = await at.owner.owner.makeKey({ scopes: ['worlds.list'] });
        const page = await at.open(`/keys/${key.key_id}`);
        await page.getByText('Lower limits').click();
        await page.getByLabel('read', { exact: true }).fill(String(LOWERED.perSecond));
        await page.getByRole('button', { name: 'Set limits' }).click();
        await page.getByText('The limits are changed').waitFor();
        const { perSecond, burst } = LOWERED;
        const lowered = `"read";q=${burst};w=${burst / perSecond}`;
        const ports = split.gatewayPorts;
        expect(ports).toHaveLength(2);
        for (const port of ports)
          await until(
            'the lowered limit',
            async () => (await readAt(split, port, secret)).policy === lowered,
          );
        const from = performance.now();
        const answered = 6 * burst;
        for (let count = 0, n = 0; count < answered; n += 1) {
          const { status } = await readAt(split, ports[n % 2] ?? 0, secret);
          expect([200, 429]).toContain(status);
          if (status === 200) count += 1;
        }
        // The reads must take at least `leastMs`. Gateways that each applied the limit separately would need half of it.
        const atOnce = burst + burst * ports.length;
        const leastMs = ((answered - atOnce) / perSecond) * 1_000 - TOLD_MS;
        expect(performance.now() - from).toBeGreaterThan(leastMs);
      },
    );

    // Verifies: console.service-away.
    it(
      'darkens only the blocks of a service that is away, and says so',
      { timeout: 2 * JOURNEY_MS_MAX },
      async () => {
        const act = at.owner.on('act');
        const made = await create(act, at.owner.word);
        await publish(act, made);
        const { key } = await at.owner.owner.makeKey({ scopes: ['builder.list'] });
        const page = await at.open('/websites');
        const saysAway = (what: string) => page.getByRole('status').filter({ hasText: what });
        const refused = () => page.getByRole('alert').filter({ hasText: 'service_unavailable' });

        await without(split, 'account', async () => {
          await visitScreen(page, '/');
          await saysAway('(account)').waitFor();
          const live = page.getByRole('region', { name: /^Live now/ });
          await live.getByRole('link', { name: made.title }).waitFor();
          await page.getByText('Your journal cannot be read now.').waitFor();
          expect(await page.getByText(/Nothing needs you|unbroken/).count()).toBe(0);
          await picture(page, 'home-without-account');
          await visitScreen(page, `/keys/${key.key_id}`);
          await saysAway('which programs are online cannot be read now').waitFor();
          await page.getByRole('heading', { name: 'Calls' }).waitFor();
          await picture(page, 'key-without-account');
          await visitScreen(page, '/activity');
          await refused().first().waitFor();
          await picture(page, 'activity-without-account');
        });
        await without(split, 'builder', async () => {
          await visitScreen(page, `/worlds/${at.owner.word}`);
          await saysAway('The websites cannot be read now').waitFor();
          await page.getByText('Test Owner').first().waitFor();
          await visitScreen(page, '/');
          await saysAway('(builder)').waitFor();
          await page.getByText('Your websites cannot be read now.').waitFor();
          await visitScreen(page, '/keys');
          await page
            .getByRole('button', { name: /^Revoke/ })
            .first()
            .waitFor();
          await page.keyboard.press('Control+k');
          await page.getByRole('combobox').fill(at.owner.word);
          await saysAway('(builder)').waitFor();
          await page.getByRole('option', { name: at.owner.word }).first().waitFor();
          await picture(page, 'palette-without-builder');
          await page.keyboard.press('Escape');
        });
        await without(split, 'publisher', async () => {
          await visitScreen(page, `/pages/${made.page_id}/public?publish`);
          await page.getByRole('dialog').waitFor();
          await refused().first().waitFor();
          await picture(page, 'publish-without-publisher');
        });
        await without(split, 'worlds', async () => {
          await visitScreen(page, '/worlds');
          await refused().first().waitFor();
          await visitScreen(page, '/');
          await saysAway('(worlds)').waitFor();
          await visitScreen(page, '/websites');
          await page.getByRole('link', { name: made.title }).waitFor();
        });
        await visitScreen(page, '/worlds');
        await page.getByRole('link', { name: at.owner.word }).waitFor();
      },
    );
  });
}

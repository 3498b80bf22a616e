import { isRequired, Missing, startSplit, type Split } from '@bridge/testing';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { describeConsole, JOURNEY_MS_MAX } from '../browser/console-page.ts';
import { picture } from '../browser/picture.ts';
import { startOwnerMaker } from '../owner-maker.ts';
import { useProduct } from '../product-under-test.ts';
import { create, done, guarded, patchOf, website } from '../stage.ts';

/** Starts the split product with one process of each service. Returns the reason when it cannot run on this machine. */
async function start(): Promise<Split | string> {
  try {
    const one = { gateway: 1, builder: 1, sites: 1 };
    return await startSplit({ env: { BRIDGE_LIMITS: 'off' }, replicas: one });
  } catch (error) {
    if (!(error instanceof Missing) || isRequired(error.requirement)) throw error;
    return error.message;
  }
}

const started = await start();

/** Runs the tests on the split product. */
async function onSplit({
  baseUrl,
  contentUrl,
  env,
  servers,
  replicas,
}: Split): Promise<() => Promise<void>> {
  const maker = await startOwnerMaker(servers.postgres.url, env);
  const internalUrl = replicas.find(({ service }) => service === 'gateway')?.internalUrl ?? '';
  useProduct({ baseUrl, contentUrl, internalUrl, env, owners: maker.url });
  return () => maker.close();
}

/** Ends the process of a service while `work` runs, then starts it again. */
async function without(split: Split, service: string, work: () => Promise<void>): Promise<void> {
  const replica = split.replicas.find((one) => one.service === service);
  await replica?.program.kill();
  try {
    await work();
  } finally {
    await replica?.restart();
  }
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
        website(await act('builder.publish', guarded(made)));
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

    // Verifies: console.service-away.
    it(
      'darkens only the blocks of a service that is away, and says so',
      { timeout: 2 * JOURNEY_MS_MAX },
      async () => {
        const act = at.owner.on('act');
        const made = await create(act, at.owner.word);
        website(await act('builder.publish', guarded(made)));
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

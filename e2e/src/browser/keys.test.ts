import { expect, it } from 'vitest';
import { callOn } from '../call.ts';
import { done, product, refused, unique } from '../stage.ts';
import { describeConsole, JOURNEY_MS_MAX, loseAnswer } from './console-page.ts';
import { picture } from './picture.ts';

describeConsole('keys, in a browser', (at) => {
  const make = (scopes: readonly string[]) =>
    at.owner.owner.makeKey({ scopes: [...scopes], name: unique('laptop') });

  // Verifies: console.key-changes.
  it(
    'a refusal leads to a successor with the missing scope, and the screen says which of the two gets calls',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const { key, secret } = await make(['builder.list']);
      const { baseUrl } = product();
      refused(await callOn('act', baseUrl, secret)('worlds.list', {}), 'insufficient_scope');
      const page = await at.open(`/keys/${key.key_id}?rotate=worlds.list`);
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Single scopes (2)').click();
      expect(await dialog.getByLabel('worlds.list').isChecked()).toBe(true);
      await picture(page, 'rotate');
      await dialog.getByRole('button', { name: 'Rotate key' }).click();
      const next = (await page.getByLabel('the key', { exact: true }).innerText()).trim();
      expect(next).toMatch(/^ak_[0-9A-Za-z]{49}$/);
      await page.getByText('the agent still has the old one').waitFor();
      done(await callOn('act', baseUrl, next)('worlds.list', {}));
      done(await callOn('act', baseUrl, secret)('builder.list', {}));
      await page.getByText('Both got calls').or(page.getByText('gets the calls')).waitFor();
      await page.getByRole('button', { name: 'I have copied it' }).click();
      await page.getByRole('link', { name: 'old key' }).waitFor();
      await picture(page, 'rotated');
    },
  );

  // Verifies: console.key-changes.
  it(
    'a key is renamed with an undo, ends later within its year, does less, and ends at once by a rotation',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const { key, secret } = await make(['builder.list', 'worlds.list']);
      const page = await at.open(`/keys/${key.key_id}`);
      await page.locator('summary', { hasText: 'Rename' }).click();
      await page.getByLabel('Name').fill('desk');
      await page.getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('heading', { name: 'desk', level: 1 }).waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('heading', { name: key.name, level: 1 }).waitFor();
      await page.getByText('Change when it ends').click();
      await page.getByLabel('Works for').fill('365');
      await page.getByRole('button', { name: 'Set the end' }).click();
      await page.getByText('in 365 days').waitFor();
      await page.locator('summary', { hasText: 'Take scopes away' }).click();
      await page.getByLabel(/see Worlds/).uncheck();
      await picture(page, 'key-changes');
      await page.getByRole('button', { name: 'Take scopes away' }).click();
      await page.getByLabel(`Type “${key.name}” to go on`).fill(key.name);
      await page.getByRole('button', { name: 'Take away' }).click();
      await page.getByText('The key may do less now').waitFor();
      const call = callOn('act', product().baseUrl, secret);
      refused(await call('worlds.list', {}), 'insufficient_scope');
      await page.getByRole('button', { name: 'Rotate…' }).click();
      await page.getByLabel(/ends now/).check();
      await page.getByRole('button', { name: 'Rotate key' }).click();
      await page.getByLabel('the key', { exact: true }).waitFor();
      refused(await call('builder.list', {}), 'key_expired');
    },
  );

  // Verifies: console.service-away.
  it(
    'the form for a new key keeps what was typed when the Worlds cannot be read again, and makes the key',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const page = await at.open('/keys/new');
      const name = unique('kept');
      await page.getByLabel('Name', { exact: true }).fill(name);
      const error = { code: 'internal', message: 'It failed.', outcome: 'not_applied' };
      const isWorlds = (url: URL): boolean => url.pathname === '/api/console/worlds';
      await page.route(isWorlds, (route) => route.fulfill({ status: 500, json: { error } }));
      // The live event of the new World makes the console read the Worlds again.
      const failed = page.waitForResponse((response) => isWorlds(new URL(response.url())));
      done(
        await at.owner.on('act')('worlds.found', {
          word: unique('more'),
          idempotency_key: unique('found'),
        }),
      );
      await (await failed).finished();
      await page.unroute(isWorlds);
      await page.getByRole('button', { name: 'Make key' }).click();
      await page.getByLabel('the key', { exact: true }).waitFor();
      await page.getByText(name).first().waitFor();
    },
  );

  // Verifies: console.lost-secret, console.same-key.
  it(
    'a key whose answer is lost is made once: it is shown without its secret, rotated and revoked',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const name = unique('lost');
      const page = await at.open('/keys/new');
      await page.getByLabel('Name').fill(name);
      await loseAnswer(page, '**/api/agent-bridge/keys');
      await page.getByRole('button', { name: 'Make key' }).click();
      await page.getByText(/It may have happened/).waitFor();
      expect(await page.getByLabel('Name').isEnabled()).toBe(false);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('its secret was in the answer that was lost').waitFor();
      await picture(page, 'key-lost-secret');
      const { keys } = (await (
        await at.owner.owner.send('GET', '/api/agent-bridge/keys')
      ).json()) as { keys: { name: string }[] };
      expect(keys.filter((key) => key.name === name)).toHaveLength(1);
      await page.getByRole('link', { name: 'Rotate this key' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(/ends now/).check();
      await loseAnswer(page, '**/api/agent-bridge/keys');
      await dialog.getByRole('button', { name: 'Rotate key' }).click();
      await dialog.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('link', { name: 'Rotate this key' }).click();
      await dialog.getByRole('button', { name: 'Rotate key' }).click();
      const secret = (await page.getByLabel('the key', { exact: true }).innerText()).trim();
      const call = callOn('act', product().baseUrl, secret);
      done(await call('worlds.list', {}));
      await page.getByRole('button', { name: 'I have copied it' }).click();
      await page.getByRole('button', { name: 'Revoke…' }).click();
      await page.getByLabel(`Type “${name}” to go on`).fill(name);
      await page.getByRole('button', { name: 'Revoke key' }).click();
      await page.getByText('revoked', { exact: true }).first().waitFor();
      refused(await call('worlds.list', {}), 'key_revoked');
    },
  );
});

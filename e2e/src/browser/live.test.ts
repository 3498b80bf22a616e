import { expect, it } from 'vitest';
import { callOn } from '../call.ts';
import {
  create,
  done,
  guarded,
  patchOf,
  product,
  publish,
  refused,
  unique,
  visit,
  website,
} from '../stage.ts';
import { describeConsole, JOURNEY_MS_MAX } from './console-page.ts';
import { collectChanges } from './editor-page.ts';
import { picture } from './picture.ts';

/** Time in which the page must show an effect without a reload, in ms. */
const LIVE_MS_MAX = 5_000;

describeConsole('the console, live in a browser', (at) => {
  // Verifies: console.live.
  it(
    'home shows what two agents do over act and MCP without a reload',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const page = await at.open('/');
      await page.getByText('live', { exact: true }).waitFor();
      const made = await create(at.owner.on('act'), at.owner.word);
      const lately = page.getByRole('region', { name: 'Lately' });
      await lately
        .getByRole('link', { name: made.title })
        .first()
        .waitFor({ timeout: LIVE_MS_MAX });
      const live = await publish(at.owner.on('mcp'), made);
      const shown = page.getByRole('region', { name: /^Live now/ });
      await shown.getByRole('link', { name: made.title }).waitFor({ timeout: LIVE_MS_MAX });
      expect(live.live_url).not.toBeNull();
      await picture(page, 'home');
    },
  );

  // Verifies: console.live, home.attention.
  it(
    'home shows presence and what needs attention of two agents without a reload',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const scopes = ['node.heartbeat', 'relay.message'] as const;
      const agent = async () => {
        const name = unique('agent');
        return { name, call: await at.owner.with('act', { scopes: [...scopes], name }) };
      };
      const [first, second] = [await agent(), await agent()];
      const page = await at.open('/');
      await page.getByText('live', { exact: true }).waitFor();
      const agents = page.getByRole('region', { name: 'Agents' });
      const rowOf = (name: string) => agents.getByRole('listitem').filter({ hasText: name });
      const beat = { node_id: 'desk', status: 'working', idempotency_key: unique('beat') };
      done(await first.call('node.heartbeat', beat));
      await rowOf(first.name).getByText('online, working').waitFor({ timeout: LIVE_MS_MAX });
      done(await second.call('node.heartbeat', { ...beat, status: 'idle' }));
      await rowOf(second.name).getByText('online, idle').waitFor({ timeout: LIVE_MS_MAX });
      const message = { to: 'owner', text: 'Shall I?', idempotency_key: unique('message') };
      done(await second.call('relay.message', message));
      await page
        .getByRole('region', { name: 'Needs attention' })
        .getByText('1 message of agents waiting for you')
        .first()
        .waitFor({ timeout: LIVE_MS_MAX });
    },
  );

  // Verifies: console.live, home.attention.
  it(
    'home shows refused calls and a key that expires without a reload, with the way to mend them',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const name = unique('ends');
      const { key, secret } = await at.owner.owner.makeKey({
        scopes: ['builder.list'],
        name,
        expires_in_days: 5,
      });
      const page = await at.open('/');
      await page.getByText('live', { exact: true }).waitFor();
      const notices = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem');
      const call = callOn('act', product().baseUrl, secret);
      for (let n = 0; n < 10; n += 1) refused(await call('worlds.list', {}), 'insufficient_scope');
      await notices
        .filter({ hasText: `“${name}” was refused at least 10 times` })
        .waitFor({ timeout: LIVE_MS_MAX });
      const ending = notices.filter({ hasText: `“${name}” expires in 5 days.` });
      expect(await ending.getByRole('link', { name: 'Rotate' }).getAttribute('href')).toContain(
        `/keys/${key.key_id}?rotate`,
      );
      await picture(page, 'home-attention');
      await page.goto(`${product().baseUrl}/console/keys`);
      const card = page.getByRole('listitem').filter({ hasText: name });
      await card.getByText('This key expires in 5 days').waitFor();
      await card.getByRole('link', { name, exact: true }).click();
      await page.getByText('This key expires in 5 days').waitFor();
    },
  );

  // Verifies: console.live-aloud.
  it(
    'home says what arrives, one sentence at most every 10 seconds',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const act = at.owner.on('act');
      const page = await at.open('/websites');
      await page.clock.install();
      await page.goto(`${product().baseUrl}/console/`);
      await page.getByText('live', { exact: true }).waitFor();
      const said = page.getByRole('status').filter({ hasText: /^New: / });
      const first = await create(act, at.owner.word);
      await said.filter({ hasText: `made ${first.title}, r1.` }).waitFor();
      const second = await create(act, at.owner.word);
      const third = await create(act, at.owner.word);
      const lately = page.getByRole('region', { name: 'Lately' });
      await lately.getByRole('link', { name: third.title }).first().waitFor();
      expect(await said.innerText()).toContain(first.title);
      await page.clock.fastForward(10_000);
      await said.filter({ hasText: `made ${third.title}, r1, and 1 effect before.` }).waitFor();
      expect(await said.innerText()).not.toContain(second.title);
    },
  );

  // Verifies: console.live.
  it(
    'an open editor is told of an agent’s change at once, and a clean one shows it',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word);
      const page = await at.open(`/pages/${made.page_id}`);
      await page.locator('.cm-content').waitFor();
      const next = website(
        await at.owner.on('mcp')('builder.patch', patchOf(made, 'first', 'agent')),
      );
      await page.getByText('same as r2').waitFor({ timeout: LIVE_MS_MAX });
      await page.locator('.cm-content').getByText('agent').waitFor();
      await page.locator('.cm-content').focus();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('<!-- mine -->');
      done(await at.owner.on('act')('builder.patch', patchOf(next, 'second', 'robot')));
      await page.getByText(/none of them yours/).waitFor({ timeout: LIVE_MS_MAX });
      await picture(page, 'newer');
    },
  );

  // Verifies: console.activity.
  it(
    'activity is filtered by its address, counts new rows, shows refusals and checks the chain',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const reader = await at.owner.with('act', { scopes: ['builder.list'] });
      refused(await reader('worlds.list', {}), 'insufficient_scope');
      done(
        await at.owner.on('act')(
          'builder.publish',
          guarded(await create(at.owner.on('act'), at.owner.word)),
        ),
      );
      // The gateway stores the counts of refused calls once a second.
      const stored = async (): Promise<string> =>
        (await at.owner.owner.send('GET', '/api/console/refusals')).text();
      await expect.poll(stored, { timeout: 60_000 }).toContain('insufficient_scope');
      const page = await at.open('/activity?kind=publishing');
      await page.getByText('published').first().waitFor();
      expect(await page.getByText('founded').count()).toBe(0);
      await page.getByLabel('Kind').selectOption('');
      await page.getByText('founded').waitFor();
      // A row shows the id of its website until the title has been read.
      await expect.poll(() => page.getByText(/website \d+/).count()).toBe(0);
      const shown = await page.locator('.days').innerText();
      const made = await create(at.owner.on('act'), at.owner.word);
      const patched = website(
        await at.owner.on('act')('builder.patch', patchOf(made, 'first', 'a')),
      );
      done(await at.owner.on('act')('builder.patch', patchOf(patched, 'second', 'b')));
      await page.getByRole('button', { name: '3 new' }).waitFor();
      // New rows are added only when the button is pressed, also after the window becomes visible again.
      await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))');
      expect(await page.locator('.days').innerText()).toBe(shown);
      await page.getByRole('button', { name: '3 new' }).click();
      await page.getByText('made and changed (2 times)').first().waitFor();
      await page.getByRole('button', { name: 'Show 3' }).first().click();
      await page.getByText('r2 → r3').waitFor();
      await page.getByRole('button', { name: 'Check on' }).click();
      await page.getByText(/unbroken/).waitFor();
      await page.getByText('insufficient_scope').first().waitFor();
      await page.getByText(/\d refused calls? between/).waitFor();
      await page.getByText('As a table').click();
      await page.getByRole('columnheader', { name: 'Minute' }).waitFor();
      await page.getByText('As a table').click();
      await picture(page, 'activity');
      await page.getByRole('link', { name: 'Rotate with worlds.list' }).first().waitFor();
    },
  );

  // Verifies: console.key.
  it(
    'the screen of a key ticks its first calls, and shows a refusal with its remedy',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const { key, secret } = await at.owner.owner.makeKey({
        scopes: ['builder.list', 'worlds.found'],
        name: 'new agent',
      });
      const page = await at.open(`/keys/${key.key_id}`);
      await page.getByText('live', { exact: true }).waitFor();
      const call = callOn('act', product().baseUrl, secret);
      refused(await call('worlds.list', {}), 'insufficient_scope');
      await page
        .getByText('Rotate it with the scope that is missing')
        .waitFor({ timeout: LIVE_MS_MAX });
      done(await call('builder.list', {}));
      await page.getByText(/First call answered,/).waitFor({ timeout: LIVE_MS_MAX });
      refused(await call('worlds.list', {}), 'insufficient_scope');
      const rows = page.getByRole('region', { name: 'Refused' }).getByRole('listitem');
      await rows.getByText('2 ×').waitFor({ timeout: LIVE_MS_MAX });
      await rows.getByText('to see Worlds').waitFor();
      await rows.getByRole('link', { name: 'Rotate with worlds.list' }).waitFor();
      const word = unique('first');
      done(await call('worlds.found', { word, idempotency_key: unique('found') }));
      const last = page.getByRole('region', { name: 'Last actions' });
      await last.getByText(word).waitFor({ timeout: LIVE_MS_MAX });
      await page.getByText('list websites · found Worlds').waitFor();
      await page.getByText('What each right means').click();
      await page.getByText(/^May not: Lists the Worlds/).waitFor();
      await page.getByText('What each right means').click();
      await picture(page, 'key');
      await last.getByRole('link', { name: 'All activity of this key' }).click();
      await page.getByRole('heading', { name: 'Activity' }).waitFor();
      await page.getByText('2 refused calls').waitFor();
      expect(await page.locator('select').first().inputValue()).toBe(key.key_id);
      refused(await call('worlds.list', {}), 'insufficient_scope');
      await page.getByText('3 refused calls').waitFor({ timeout: LIVE_MS_MAX });
    },
  );

  // Verifies: console.take-down.
  it(
    'a website is taken down by one button, and undo shows it again',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word);
      const { live_url: live } = await publish(at.owner.on('act'), made);
      const page = await at.open(`/pages/${made.page_id}/public`);
      const statusOf = async (): Promise<number> => (await visit(live ?? '')).status;
      await page.getByRole('button', { name: 'Take down' }).click();
      await page.getByText('It is taken down').waitFor();
      await expect.poll(statusOf).toBe(404);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(statusOf).toBe(200);
      await picture(page, 'public');
    },
  );

  // Verifies: console.who-sees-it.
  it(
    'the arrow keys choose who sees a website and change nothing before the button is pressed',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const act = at.owner.on('act');
      const made = await create(act, at.owner.word);
      website(await act('builder.publish', guarded(made)));
      const visibilityNow = async (): Promise<unknown> =>
        website(await act('builder.get', { page_id: made.page_id })).visibility;
      const page = await at.open(`/pages/${made.page_id}/public`);
      const changes = collectChanges(page);
      const change = page.getByRole('button', { name: 'Change who sees it' });
      expect(await change.isDisabled()).toBe(true);
      await page.getByRole('radio', { checked: true }).focus();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => change.isEnabled()).toBe(true);
      expect(changes).toEqual([]);
      await change.click();
      await page.getByText('Who sees it is changed').waitFor();
      expect(await visibilityNow()).toBe('unlisted');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(visibilityNow).toBe('public');
      await expect.poll(() => change.isDisabled()).toBe(true);
    },
  );
});

import { expect, it } from 'vitest';
import { create } from '../stage.ts';
import { openBrowser } from './browser.ts';
import { describeConsole, JOURNEY_MS_MAX, openConsole } from './console-page.ts';

describeConsole('a preview in a tab of its own, in a browser', (at) => {
  // Verifies: console.preview-tab.
  it(
    'is offered where no host label resolves, under an address of the content origin itself',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word);
      const browser = await openBrowser(['--host-resolver-rules=MAP *.localhost ~NOTFOUND']);
      const { page, close } = await openConsole(browser, at.owner.owner, `/pages/${made.page_id}`);
      const link = page.getByRole('link', { name: 'Open in a new tab' });
      const address = new URL((await link.getAttribute('href')) ?? '');
      expect(address.hostname).toBe('localhost');
      expect(address.pathname).toMatch(/^\/d\/[a-z2-7]{61}\/$/);
      const opened = page.context().waitForEvent('page');
      await link.click();
      const tab = await opened;
      await tab.getByRole('heading', { name: made.title }).waitFor();
      expect(await tab.evaluate('window.opener')).toBeNull();
      await close();
      await browser.close();
    },
  );
});

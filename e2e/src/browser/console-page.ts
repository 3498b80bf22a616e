import type { Owner } from '@bridge/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { product, stage, type Stage } from '../stage.ts';
import { openBrowser, signInBrowser, whyNoBrowser, type OwnerPage } from './browser.ts';

/** Time for one journey on a busy machine; a longer run is a hang. */
export const JOURNEY_MS_MAX = 120_000;

/** A page of the console for a signed-in owner, with everything that went wrong in it. */
export interface ConsolePage extends OwnerPage {
  readonly close: () => Promise<void>;
}

/** Opens an address of the console as this owner, in a browser of its own. */
export async function openConsole(
  browser: Browser,
  owner: Owner,
  path: string,
): Promise<ConsolePage> {
  const { baseUrl } = product();
  const { page, problems } = await signInBrowser(browser, owner, baseUrl);
  await page.goto(`${baseUrl}/console${path}`);
  return { page, problems, close: () => page.context().close() };
}

/** What the tests of one group share: a browser, an owner with a World, and the pages that were opened. */
export interface ConsoleStage {
  readonly browser: Browser;
  readonly owner: Stage;
  /** Opens an address of the console as the owner, in a browser of its own. */
  readonly open: (path: string) => Promise<Page>;
  /** As `open`, for another owner. */
  readonly openAs: (owner: Owner, path: string) => Promise<Page>;
}

/** Declares the tests of screens of the console. The last one expects that no page of them had a problem. */
export function describeConsole(name: string, declare: (at: ConsoleStage) => void): void {
  const why = whyNoBrowser();
  describe.skipIf(why !== null)(why ?? name, () => {
    let browser: Browser;
    let owner: Stage;
    const opened: ConsolePage[] = [];
    beforeAll(async () => {
      browser = await openBrowser();
      owner = await stage();
    });
    // An account has few live streams at a time: a page that stays open would take one from the next test.
    afterEach(async () => {
      for (const { close } of opened) await close();
    });
    afterAll(() => browser.close());

    const openAs = async (as: Owner, path: string): Promise<Page> => {
      const at = await openConsole(browser, as, path);
      opened.push(at);
      return at.page;
    };
    declare({
      get browser() {
        return browser;
      },
      get owner() {
        return owner;
      },
      open: (path) => openAs(owner.owner, path),
      openAs,
    });

    it('no script failed and no rule of the policy was broken in the whole run', () => {
      expect(opened.flatMap(({ problems }) => problems)).toEqual([]);
    });
  });
}

/** Lets the next request of this form reach the service, and loses its answer. */
export async function loseAnswer(page: Page, path: string): Promise<void> {
  await page.route(
    path,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
}

/** Collects the idempotency keys of the requests to addresses that end so. */
export function collectKeys(page: Page, end: string): readonly string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !new URL(request.url()).pathname.endsWith(end)) return;
    keys.push(String((request.postDataJSON() as Record<string, unknown>)['idempotency_key']));
  });
  return keys;
}

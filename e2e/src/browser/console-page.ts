import type { TestOwner } from '@bridge/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { product, stage, type OwnerWithWorld } from '../stage.ts';
import { openBrowser, signInBrowser, whyNoBrowser, type SignedInBrowserPage } from './browser.ts';

/** Time limit in ms of one test that opens several screens, for a busy machine. */
export const JOURNEY_MS_MAX = 120_000;

/** A page of the console, signed in as an owner, with the errors that it has logged. */
export interface ConsoleBrowserPage extends SignedInBrowserPage {
  readonly close: () => Promise<void>;
}

/** Opens an address of the console as this owner, in a new browser context. */
export async function openConsole(
  browser: Browser,
  owner: TestOwner,
  path: string,
): Promise<ConsoleBrowserPage> {
  const { baseUrl } = product();
  const { page, problems } = await signInBrowser(browser, owner, baseUrl);
  await page.goto(`${baseUrl}/console${path}`);
  return { page, problems, close: () => page.context().close() };
}

/** The state that the tests of one group share: a browser, and an owner with a World. */
export interface ConsoleTestContext {
  readonly browser: Browser;
  readonly owner: OwnerWithWorld;
  /** Opens an address of the console as the owner that the tests of the group share, in a new browser context. */
  readonly open: (path: string) => Promise<Page>;
  /** Opens an address of the console as another owner, in a new browser context. */
  readonly openAs: (owner: TestOwner, path: string) => Promise<Page>;
}

/**
 * Declares tests of console screens in a browser. A test added at the end expects that no opened page has logged an
 * error.
 */
export function describeConsole(name: string, declare: (at: ConsoleTestContext) => void): void {
  const why = whyNoBrowser();
  describe.skipIf(why !== null)(why ?? name, () => {
    let browser: Browser;
    let owner: OwnerWithWorld;
    const opened: ConsoleBrowserPage[] = [];
    beforeAll(async () => {
      browser = await openBrowser();
      owner = await stage();
    });
    // An account may have only a few event streams at a time, so the pages of each test are closed.
    afterEach(async () => {
      for (const { close } of opened) await close();
    });
    afterAll(() => browser.close());

    const openAs = async (as: TestOwner, path: string): Promise<Page> => {
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

/**
 * Forwards the next request whose URL matches `path` to the service, then breaks the connection before the browser receives the
 * answer.
 */
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

/** The message of the refusal that `refuseOnce` answers. */
export const UNAVAILABLE_TEXT = 'A service is unavailable.';

/** Answers the next request whose URL matches `path` as a gateway does while a service is unavailable, and applies nothing. */
export async function refuseOnce(page: Page, path: string): Promise<void> {
  const error = {
    code: 'service_unavailable',
    message: UNAVAILABLE_TEXT,
    outcome: 'not_applied',
    retry: 'after_seconds',
    details: { retry_after_s: 1 },
  };
  await page.route(path, (route) => route.fulfill({ status: 503, json: { error } }), { times: 1 });
}

/** Collects the idempotency keys of all POST requests whose path ends with `end`. */
export function collectKeys(page: Page, end: string): readonly string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !new URL(request.url()).pathname.endsWith(end)) return;
    keys.push(String((request.postDataJSON() as Record<string, unknown>)['idempotency_key']));
  });
  return keys;
}

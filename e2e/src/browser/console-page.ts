import type { Owner } from '@bridge/testing';
import type { Browser, Page } from 'playwright-core';
import { product } from '../stage.ts';

/** A page of the console for a signed-in owner, with everything that went wrong in it. */
export interface ConsolePage {
  readonly page: Page;
  /** Errors of scripts and reports of the policy; the log of a refused answer is left out. */
  readonly problems: readonly string[];
  readonly close: () => Promise<void>;
}

/** Opens an address of the console as this owner, in a browser of its own. */
export async function openConsole(
  browser: Browser,
  owner: Owner,
  path: string,
): Promise<ConsolePage> {
  const { baseUrl } = product();
  const context = await browser.newContext({ viewport: { width: 1_280, height: 900 } });
  const cookies = owner.cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: baseUrl };
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    // The answer of a preview that ended while it was loaded refuses every frame; the next one replaces it.
    const isExpected = /^(?:Failed to load resource|Framing 'https?:\/\/d[a-z2-7]{61}\.)/.test(
      text,
    );
    if (message.type() === 'error' && !isExpected) problems.push(text);
  });
  await page.goto(`${baseUrl}/console${path}`);
  return { page, problems, close: () => context.close() };
}

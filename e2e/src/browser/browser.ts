import {
  CHROMIUM_FLAGS,
  findChromium,
  isRequired,
  MissingTestResourceError,
  type TestOwner,
} from '@bridge/testing';
import { chromium, type Browser, type Page } from 'playwright-core';

/**
 * Starts a headless Chromium that blocks popups, as an ordinary browser does. Throws Missing when the machine has no
 * Chromium.
 */
export async function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    headless: true,
    args: [...CHROMIUM_FLAGS, ...flags],
    ignoreDefaultArgs: ['--disable-popup-blocking'],
  });
}

/**
 * Returns the reason why the browser tests cannot run on this machine; null when they can. In CI a missing browser is a
 * failure.
 */
export function whyNoBrowser(): string | null {
  try {
    findChromium();
    return null;
  } catch (error) {
    if (!(error instanceof MissingTestResourceError)) throw error;
    return isRequired('chromium') ? null : error.message;
  }
}

/** A page in a browser that is signed in as an owner, with the errors that the page has logged. */
export interface SignedInBrowserPage {
  readonly page: Page;
  /**
   * Logged script errors and violations of the content security policy. Chromium's log lines about refused requests are
   * left out.
   */
  readonly problems: readonly string[];
}

/**
 * Script that logs each uncaught error of the console. In the frame of a previewed website it logs nothing, because errors
 * there are not errors of the console.
 */
const LOG_OWN_ERRORS = `if (window === top) {
  addEventListener('error', ({ message }) => console.error('uncaught', message));
  addEventListener('unhandledrejection', ({ reason }) => console.error('uncaught', String(reason)));
}`;

/** Opens an empty page in a browser context that is signed in as an owner. */
export async function signInBrowser(
  browser: Browser,
  owner: TestOwner,
  baseUrl: string,
): Promise<SignedInBrowserPage> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 900 } });
  const cookies = owner.cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: baseUrl };
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  const problems: string[] = [];
  await page.addInitScript({ content: LOG_OWN_ERRORS });
  page.on('console', (message) => {
    const text = message.text();
    // When the token of a preview expires during loading, its frame is blocked. Chromium logs this, and the console loads a new
    // preview.
    const isExpected = /^(?:Failed to load resource|Framing 'https?:\/\/d[a-z2-7]{61}\.)/.test(
      text,
    );
    if (message.type() === 'error' && !isExpected) problems.push(text);
  });
  return { page, problems };
}

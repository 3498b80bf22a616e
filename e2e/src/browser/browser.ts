import { CHROMIUM_FLAGS, findChromium, isRequired, Missing, type Owner } from '@bridge/testing';
import { chromium, type Browser, type Page } from 'playwright-core';

/** Starts a headless Chromium that blocks popups, as people's browsers do; throws Missing when the machine has none. */
export async function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    headless: true,
    args: [...CHROMIUM_FLAGS, ...flags],
    ignoreDefaultArgs: ['--disable-popup-blocking'],
  });
}

/** Why the browser tests do not run here; null when they do. In CI a missing browser is a failure. */
export function whyNoBrowser(): string | null {
  try {
    findChromium();
    return null;
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    return isRequired('chromium') ? null : error.message;
  }
}

/** A page whose browser has the session of an owner, with everything that went wrong in it. */
export interface OwnerPage {
  readonly page: Page;
  /** Errors of scripts and reports of the policy; the log of a refused answer is left out. */
  readonly problems: readonly string[];
}

/** Logs each uncaught error of the console itself. A previewed website in a frame may fail by itself, which is its author's concern. */
const LOG_OWN_ERRORS = `if (window === top) {
  addEventListener('error', ({ message }) => console.error('uncaught', message));
  addEventListener('unhandledrejection', ({ reason }) => console.error('uncaught', String(reason)));
}`;

/** Opens an empty page in a context that has the session of an owner. */
export async function signInBrowser(
  browser: Browser,
  owner: Owner,
  baseUrl: string,
): Promise<OwnerPage> {
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
    // A preview whose token expired while it loaded forbids its frame, which Chromium logs; the console then loads a new one.
    const isExpected = /^(?:Failed to load resource|Framing 'https?:\/\/d[a-z2-7]{61}\.)/.test(
      text,
    );
    if (message.type() === 'error' && !isExpected) problems.push(text);
  });
  return { page, problems };
}

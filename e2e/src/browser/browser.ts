import { CHROMIUM_FLAGS, findChromium, isRequired, Missing } from '@bridge/testing';
import { chromium, type Browser } from 'playwright-core';

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

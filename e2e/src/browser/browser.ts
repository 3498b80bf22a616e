import { CHROMIUM_FLAGS, findChromium, isRequired, Missing } from '@bridge/testing';
import { chromium, type Browser } from 'playwright-core';

/** A headless Chromium; throws Missing when the machine has none. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    headless: true,
    args: [...CHROMIUM_FLAGS],
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

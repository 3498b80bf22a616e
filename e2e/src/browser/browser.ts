import { isRequired, Missing } from '@bridge/testing';
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Where a Chromium is on this machine; null when there is none. */
export function findChromium(): string | null {
  return PROGRAMS.find((path) => existsSync(path)) ?? null;
}

/** A headless Chromium; throws Missing when the machine has none. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Missing('chromium', 'no Chromium at /usr/bin/chromium');
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

/** Why the browser tests do not run here; null when they do. In CI a missing browser is a failure. */
export function whyNoBrowser(): string | null {
  if (findChromium() !== null || isRequired('chromium')) return null;
  return 'no Chromium at /usr/bin/chromium';
}

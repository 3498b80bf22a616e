import { existsSync } from 'node:fs';
import { MissingTestResourceError } from './requirement.ts';

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Command-line flags with which headless Chromium sends no requests of its own. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Returns the path of Chromium on this machine; throws MissingTestResourceError when there is none. */
export function findChromium(): string {
  const found = PROGRAMS.find((path) => existsSync(path));
  if (found === undefined)
    throw new MissingTestResourceError('chromium', `no Chromium at ${PROGRAMS[0]}`);
  return found;
}

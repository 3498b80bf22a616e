import { freePort, ROOT, startProgram } from '@bridge/testing';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBrowser, whyNoBrowser } from './browser.ts';
import { JOURNEY_MS_MAX } from './console-page.ts';
import { picture } from './picture.ts';

const CONSOLE = join(ROOT, 'apps', 'console');
const VITE = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');

/** Starts the development server of the console. */
async function startDevelopment() {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const args = [VITE, CONSOLE, '--host', '127.0.0.1', '--port', String(port), '--strictPort'];
  const answers = (): Promise<boolean> =>
    fetch(`${origin}/console/`).then(
      ({ ok }) => ok,
      () => false,
    );
  const program = await startProgram(process.execPath, args, answers, {
    cwd: CONSOLE,
    env: { NODE_ENV: 'development' },
  });
  return { origin, stop: () => program.stop() };
}

// Verifies: console.stories.
it('every component of the console has a story', () => {
  const textOf = (file: string): string => readFileSync(join(CONSOLE, file), 'utf8');
  const stories = globSync('src/stories/*.tsx', { cwd: CONSOLE }).map(textOf).join('\n');
  const components = globSync('src/ui/*.tsx', { cwd: CONSOLE }).map((file) => basename(file));
  expect(components.length).toBeGreaterThan(20);
  expect(components.filter((file) => !stories.includes(`'../ui/${file}'`))).toEqual([]);
});

const why = whyNoBrowser();
describe.skipIf(why !== null)(why ?? 'the page of the components', () => {
  // Verifies: console.stories.
  it(
    'is shown by the development server without a session, accessible in light and dark, wide and narrow',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const server = await startDevelopment();
      const browser = await openBrowser();
      try {
        const page = await browser.newPage();
        const problems: string[] = [];
        page.on('pageerror', (error) => problems.push(String(error)));
        await page.goto(`${server.origin}/console/ui`);
        await page.getByRole('heading', { name: 'Components', level: 1 }).waitFor();
        await page.getByRole('img', { name: 'QR code of the example' }).waitFor();
        await picture(page, 'components');
        await page.getByRole('button', { name: 'Ask for a name' }).click();
        const revoke = page.getByRole('button', { name: 'Revoke key' });
        expect(await revoke.isEnabled()).toBe(false);
        await page.keyboard.type(' laptop ');
        await revoke.click();
        await revoke.waitFor({ state: 'detached' });
        expect(problems).toEqual([]);
      } finally {
        await browser.close();
        await server.stop();
      }
    },
  );
});

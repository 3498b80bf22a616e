// Writes docs/images/: screenshots of the console and a published website, taken from a temporary product on the default
// ports.
import { CHROMIUM_FLAGS, findChromium, runCommand, startProduct } from '@bridge/testing';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'docs', 'images');
const SAMPLE = join(ROOT, 'apps', 'ctl', 'src', 'sample.html');
const SIZE = { width: 960, height: 600 } as const;
/** Part of the screenshot with the console's header and the list of two websites. */
const CONSOLE = { x: 0, y: 0, width: 960, height: 440 } as const;

mkdirSync(FOLDER, { recursive: true });
const product = await startProduct({ ports: { app: 4000, content: 4001 } });
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [...CHROMIUM_FLAGS],
});
try {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' });
  await page.goto(`${product.baseUrl}/console/welcome#${product.welcomeToken ?? ''}`);
  await page.getByLabel('E-mail').fill('you@example.org');
  await page.getByLabel('Name').fill('Olive Owner');
  await page.getByLabel('Password').fill('a long password of yours');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();

  await makeWebsites();
  await page.getByRole('link', { name: 'Websites' }).click();
  const live = page.getByRole('link', { name: /^http:/ });
  await live.waitFor();
  await page.screenshot({ path: join(FOLDER, 'console.png'), clip: CONSOLE });
  await page.goto((await live.getAttribute('href')) ?? '');
  await page.screenshot({ path: join(FOLDER, 'website.png') });
} finally {
  await browser.close();
  await product.stop();
}

/** Publishes the sample page and creates a draft through the action endpoint, as an agent does. */
async function makeWebsites(): Promise<void> {
  const scopes = 'worlds.found,builder.create,builder.publish';
  const made = await runCommand(
    ['keys', 'create', '--name', 'pictures', '--scopes', scopes, '--json'],
    product.env,
  );
  const { secret } = JSON.parse(made.stdout) as { readonly secret: string };
  const act = async (action: string, payload: Readonly<Record<string, unknown>>): Promise<void> => {
    const answer = await fetch(`${product.baseUrl}/api/agent-bridge/act`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ action, payload: { ...payload, idempotency_key: randomUUID() } }),
    });
    if (!answer.ok) throw new Error(`${action} answered ${answer.status}: ${await answer.text()}`);
  };
  const word = 'moonlit-press';
  const html = readFileSync(SAMPLE, 'utf8');
  await act('worlds.found', { word });
  await act('builder.create', { word, title: 'Moonlit Press', raw_html: html });
  await act('builder.create', { word, title: 'A glossary of type', raw_html: html });
  await act('builder.publish', { page_id: 1, expected_revision: 1 });
}

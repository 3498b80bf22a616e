// Writes docs/images/: screenshots of the console and a published website, taken from a temporary product on the default
// ports.
import { CHROMIUM_FLAGS, findChromium, runCommand, startProduct } from '@bridge/testing';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'docs', 'images');
const SAMPLE = join(ROOT, 'apps', 'ctl', 'src', 'sample.html');
const SIZE = { width: 1_120, height: 720 } as const;
const KEY_SCOPES = 'worlds.found,builder.create,builder.patch,builder.publish';

/** A function that calls one action with the agent's key. */
type AgentActionCaller = (
  action: string,
  payload: Readonly<Record<string, unknown>>,
) => Promise<void>;

mkdirSync(FOLDER, { recursive: true });
const product = await startProduct({ ports: { app: 4000, content: 4001 } });
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [...CHROMIUM_FLAGS],
});
try {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' });
  await signUp(page);
  const act = await makeAgent();
  const html = readFileSync(SAMPLE, 'utf8');
  const word = 'moonlit-press';
  await act('worlds.found', { word });
  await act('builder.create', { word, title: 'Moonlit Press', raw_html: html });
  await act('builder.create', { word, title: 'A glossary of type', raw_html: html });
  await act('builder.publish', { page_id: 1, expected_revision: 1 });
  await takeWebsite(page);
  await takeEditor(page, act);
  await takePublishDialog(page);
  await takeHome(page);
} finally {
  await browser.close();
  await product.stop();
}

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

async function signUp(page: Page): Promise<void> {
  await page.goto(`${product.baseUrl}/console/welcome#${product.welcomeToken ?? ''}`);
  await page.getByLabel('E-mail').fill('you@example.org');
  await page.getByLabel('Name').fill('Olive Owner');
  await page.getByLabel('Password').fill('a long password of yours');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
}

/** Makes a key and returns a function that calls actions with it. */
async function makeAgent(): Promise<AgentActionCaller> {
  const made = await runCommand(
    ['keys', 'create', '--name', 'laptop', '--scopes', KEY_SCOPES, '--json'],
    product.env,
  );
  const { secret } = JSON.parse(made.stdout) as { readonly secret: string };
  return async (action, payload) => {
    const answer = await fetch(`${product.baseUrl}/api/agent-bridge/act`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ action, payload: { ...payload, idempotency_key: randomUUID() } }),
    });
    if (!answer.ok) throw new Error(`${action} answered ${answer.status}: ${await answer.text()}`);
  };
}

async function takeWebsite(page: Page): Promise<void> {
  await page.goto(`${product.baseUrl}/console/websites`);
  const live = page.getByRole('link', { name: /^http:/ });
  await live.waitFor();
  await page.goto((await live.getAttribute('href')) ?? '');
  await take(page, 'website');
}

/**
 * Takes the screenshots of the editor and of its merge view. The owner edits the heading; the agent first changes another line,
 * then the same line.
 */
async function takeEditor(page: Page, act: AgentActionCaller): Promise<void> {
  await page.goto(`${product.baseUrl}/console/pages/1?line=72`);
  const code = page.locator('.cm-content');
  await code.waitFor();
  const patch = (revision: number, old: string, next: string): Promise<void> =>
    act('builder.patch', {
      page_id: 1,
      expected_revision: revision,
      patch_ops: [{ op: 'replace_text', old, new: next }],
    });
  await page.keyboard.press('End');
  await page.keyboard.type('<p>By the light of the moon.</p>');
  await page.getByText(/kept/).waitFor();
  await patch(1, '<title>Moonlit Press</title>', '<title>Moonlit Press, printers</title>');
  await page.getByText(/none of them yours/).waitFor();
  await page.frameLocator('iframe').getByText('By the light').waitFor();
  await take(page, 'editor');
  await page.getByRole('button', { name: 'Take in' }).click();
  await patch(2, '<h1>Moonlit <span>Press</span></h1>', '<h1>Moonlit <span>Printers</span></h1>');
  await page.getByRole('button', { name: 'Bring together' }).click();
  await page.getByRole('heading', { name: /Bring together r3/ }).waitFor();
  await take(page, 'merge');
  await page.getByRole('button', { name: 'Take mine' }).click();
  await page.getByRole('button', { name: 'Take the result' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('same as r4').waitFor();
}

async function takePublishDialog(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Publish…' }).click();
  await page.getByRole('button', { name: /^Publish r4/ }).waitFor();
  await take(page, 'publish');
  await page.keyboard.press('Escape');
}

async function takeHome(page: Page): Promise<void> {
  await page.goto(`${product.baseUrl}/console/`);
  await page.getByText(/laptop made, published and changed/).waitFor();
  await take(page, 'home');
}

import type { DraftCheckAnswer } from '@bridge/contracts';
import { expect, it } from 'vitest';
import { create, done, patchOf, product, publish, unique, visit, website } from '../stage.ts';
import { collectKeys, describeConsole, JOURNEY_MS_MAX, loseAnswer } from './console-page.ts';
import { picture } from './picture.ts';

/**
 * Kinds of warnings that have no line, because they report a missing element. `analysis_incomplete`, which concerns the
 * whole page, has none either.
 */
const WITHOUT_LINE = ['no_doctype', 'no_charset', 'no_title', 'no_lang', 'no_viewport'];

/** The lines of a page with many faults, each with the kind of warning that it causes. */
const FAULTS: readonly (readonly [kind: string, line: string])[] = [
  ['no_lang', '<html><head>'],
  ['meta_refresh', '<meta http-equiv="refresh" content="90;url=https://refresh.example/">'],
  ['external_hint', '<link rel="preconnect" href="https://hint.example/">'],
  ['external_script', '<script src="https://script.example/a.js"></script>'],
  ['external_style', '<link rel="stylesheet" href="https://style.example/a.css">'],
  ['external_import', '<style>@import "https://import.example/a.css";</style>'],
  [
    'external_font',
    '<style>@font-face { font-family: f; src: url(https://font.example/f.woff2) } p { font-family: f }</style>',
  ],
  ['external_image', '</head><body><img src="https://image.example/a.png" alt="">'],
  ['external_media', '<video src="https://media.example/a.mp4"></video>'],
  ['external_frame', '<iframe src="https://frame.example/" title="f"></iframe>'],
  ['external_object', '<object data="https://object.example/a.svg"></object>'],
  ['external_module', '<script type="module">import "https://module.example/a.js";</script>'],
  ['external_worker', '<script>new Worker("https://worker.example/a.js");</script>'],
  ['runtime_external', '<script>fetch("https://run.example/a");</script>'],
  ['runtime_unknown', '<script>fetch(location.hash);</script>'],
  ['script_unparsed', '<script>var a = ;</script>'],
  ['duplicate_id', '<p id="twice">a</p><p id="twice">b</p>'],
  ['external_form', '<form action="https://form.example/"><button>Send</button></form>'],
  ['mixed_content', '<img src="http://mixed.example/a.png" alt="">'],
  ['missing_page', '<a href="about.html">About</a>'],
];

/**
 * Returns more lines that cause warnings, like `FAULTS`. Each would change other warnings of its page, so each is tested on a
 * page of its own.
 */
function otherFaults(): typeof FAULTS {
  return [
    ['no_title', '<!doctype html><html lang="en"><head><base href="https://base.example/">'],
    ['base_external', '</head><body><img src="moon.png" alt="">'],
    ['same_service_reference', `<img src="${product().contentUrl}/moon.png" alt="">`],
    [
      'optional_external',
      '<script type="importmap">{"imports":{"a":"https://optional.example/a.js"}}</script>',
    ],
    ['large_inline', `<img src="data:image/png;base64,${'A'.repeat(1_100_000)}" alt="">`],
    ['unclosed_markup', '<!-- not closed'],
  ];
}

/** Script that returns the name of the code view that has the focus, and the line of its cursor. */
const CURSOR = `(() => {
  const root = document.activeElement?.shadowRoot;
  if (!root) return 'no code view has the focus';
  const lines = [...root.querySelectorAll('.cm-line')];
  const line = lines.findIndex((one) => one.classList.contains('cm-activeLine')) + 1;
  return root.querySelector('.cm-content').getAttribute('aria-label') + ': ' + line;
})()`;

describeConsole('publishing, in a browser', (at) => {
  // Verifies: console.publish-dialog.
  it(
    'judges before it publishes, leads from a warning to its line, and publishes',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const html =
        '<!doctype html>\n<title>t</title>\n<h1>Moonlit</h1>\n<img src="moon.jpg" alt="moon">';
      const made = await create(at.owner.on('act'), at.owner.word, html);
      const page = await at.open(`/pages/${made.page_id}/public?publish`);
      await page
        .getByText(/moon\.jpg/)
        .first()
        .waitFor();
      await picture(page, 'publish');
      await page.getByRole('link', { name: 'Go to line 4' }).click();
      await page.locator('.cm-content').waitFor();
      await expect.poll(() => page.evaluate(`document.activeElement?.tagName`)).toBe('CODE-VIEW');
      await page.getByRole('link', { name: 'Publish…' }).click();
      await page.getByRole('dialog').getByLabel('Anyone with the link').check();
      await page.getByRole('button', { name: 'Publish r1' }).click();
      await page.getByText('r1 is published').waitFor();
      const live = await page.getByLabel('the address').innerText();
      expect((await visit(live)).status).toBe(200);
      await picture(page, 'public');
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByLabel('Title').fill('Renamed by its owner');
      await page.getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('heading', { name: 'Renamed by its owner' }).waitFor();
      await picture(page, 'settings');
    },
  );

  // Verifies: console.publish-dialog, editor.check-places.
  it.each([
    ['most kinds, in a layer too', () => FAULTS, 'missing_asset'],
    ['the other kinds', otherFaults, 'base_external'],
  ] as const)(
    'the link of a warning lands on its line: %s',
    { timeout: JOURNEY_MS_MAX },
    async (_, faults, ofLayer) => {
      const html = faults().map(([, line]) => line);
      const made = await create(at.owner.on('act'), at.owner.word, html.join('\n'));
      const path = `/api/console/pages/${made.page_id}`;
      const layer = { layer_id: 'theme', name: 'Theme', kind: 'html', order: 0, visible: true };
      const put = await at.owner.owner.send('PUT', `${path}/layers`, {
        expected_revision: made.draft_revision,
        idempotency_key: unique('layers'),
        layers: [{ ...layer, content: '<p>one</p>\n<img src="lantern.png" alt="">' }],
      });
      expect(put.status).toBe(200);
      const answer = await at.owner.owner.send('POST', `${path}/check`, { of: 'draft' });
      const { check, places } = (await answer.json()) as DraftCheckAnswer;
      const kinds = new Set(check.warnings.map(({ code }) => code));
      expect(
        [...faults().map(([kind]) => kind), ofLayer].filter((kind) => !kinds.has(kind)),
      ).toEqual([]);
      const placed = check.warnings.filter((_one, index) => places[index] !== null);
      expect(placed.filter(({ code }) => WITHOUT_LINE.includes(code))).toEqual([]);
      const page = await at.open(`/pages/${made.page_id}/public?publish`);
      const links = page.getByRole('dialog').getByRole('link', { name: /^Go to / });
      await links.first().waitFor();
      expect(await links.count()).toBe(placed.length);
      const ways = new Map<string, string>();
      for (const link of await links.all())
        ways.set((await link.getAttribute('href')) ?? '', await link.innerText());
      for (const [href, name] of ways) {
        await page.goto(new URL(href, page.url()).href);
        const line = /line (\d+)$/.exec(name)?.[1] ?? '';
        const text = name.includes('layer') ? 'Content of layer Theme' : `HTML of ${made.title}`;
        await expect.poll(() => page.evaluate(CURSOR), { message: name }).toBe(`${text}: ${line}`);
      }
    },
  );

  // Verifies: console.publish-dialog, editor.publish-visibility.
  it(
    'a visitor who asks all the time never sees a website that is published as unlisted listed or public',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word);
      const content = new URL(product().contentUrl);
      const address = `${content.protocol}//p${made.page_id}.${content.host}/`;
      const dashboard = `${content.protocol}//${at.owner.word}.${content.host}/`;
      const page = await at.open(`/pages/${made.page_id}/public?publish`);
      const seen = { answers: new Set<string>(), listed: 0, rounds: 0 };
      let isPolling = true;
      const poll = async (): Promise<void> => {
        while (isPolling) {
          const { status, headers } = await visit(address);
          const robots = String(headers['x-robots-tag'] ?? 'indexed');
          seen.answers.add(status === 200 ? `200 ${robots}` : String(status));
          for (const list of [dashboard, `${dashboard}feed.xml`, `${dashboard}sitemap.xml`])
            if ((await visit(list)).text.includes(made.title)) seen.listed += 1;
          seen.rounds += 1;
        }
      };
      const visitor = poll();
      await page.getByRole('dialog').getByLabel('Anyone with the link').check();
      await page.getByRole('button', { name: 'Publish r1' }).click();
      await page.getByText('r1 is published').waitFor();
      expect(await page.getByLabel('the address').innerText()).toBe(address);
      await expect.poll(async () => (await visit(address)).status).toBe(200);
      const rounds = seen.rounds;
      await expect.poll(() => seen.rounds).toBeGreaterThan(rounds + 2);
      isPolling = false;
      await visitor;
      expect([...seen.answers].sort()).toEqual(['200 noindex', '404']);
      expect(seen.listed).toBe(0);
    },
  );

  // Verifies: console.publish-dialog.
  it(
    'says that the draft was changed while the dialog is open, and publishes only what the person looked at',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word);
      const page = await at.open(`/pages/${made.page_id}/public?publish`);
      const dialog = page.getByRole('dialog');
      await dialog.getByText(/works offline/).waitFor();
      done(await at.owner.on('act')('builder.patch', patchOf(made, 'first', 'agent')));
      await dialog.getByText('r2 of this draft was saved meanwhile').waitFor();
      await dialog.getByRole('heading', { name: /revision 1$/ }).waitFor();
      expect(await dialog.getByRole('button', { name: 'Publish r1' }).isEnabled()).toBe(false);
      await picture(page, 'publish-newer');
      await dialog.getByRole('button', { name: 'Check r2' }).click();
      await dialog.getByRole('heading', { name: /revision 2$/ }).waitFor();
      await dialog.getByText(/works offline/).waitFor();
      await dialog.getByRole('button', { name: 'Publish r2' }).click();
      await page.getByText('r2 is published').waitFor();
    },
  );

  // Verifies: console.share, console.qr.
  it(
    'an older snapshot is restored and published again, and the HTML of a frame is shown',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word);
      const act = at.owner.on('act');
      const first = await publish(act, made);
      const { live_url: live } = first;
      const next = website(await act('builder.patch', patchOf(first, 'first', 'wrong')));
      await publish(act, next);
      expect((await visit(live ?? '')).text).toContain('wrong');
      const page = await at.open(`/pages/${made.page_id}/public`);
      await page.getByText('Show it in another page').click();
      await page
        .getByLabel('the HTML of the frame')
        .getByText(live ?? '')
        .waitFor();
      await page.getByText('QR code', { exact: true }).click();
      await page.getByRole('img', { name: `QR code of ${live ?? ''}` }).waitFor();
      await picture(page, 'public-snapshots');
      await page.getByRole('button', { name: /^Look at revision 1/ }).click();
      await page.frameLocator('iframe[title="Revision 1"]').getByText('first').waitFor();
      await picture(page, 'snapshot-look');
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'Restore and publish… revision 1' }).click();
      await page
        .getByRole('dialog')
        .getByText(/works offline/)
        .waitFor();
      await page
        .getByRole('dialog')
        .getByText(/Now live: r2/)
        .waitFor();
      await page.getByRole('button', { name: 'Publish r3' }).click();
      await page.getByText('r3 is published').waitFor();
      expect((await visit(live ?? '')).text).toContain('<p>first</p>');
    },
  );

  // Verifies: console.share.
  it(
    'an older snapshot whose publication was cancelled after the restore is published by the same button',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const act = at.owner.on('act');
      const first = await publish(act, await create(act, at.owner.word));
      await publish(act, website(await act('builder.patch', patchOf(first, 'first', 'wrong'))));
      const page = await at.open(`/pages/${first.page_id}/public`);
      const restore = page.getByRole('button', { name: 'Restore and publish… revision 1' });
      await restore.click();
      await page.getByRole('button', { name: 'Publish r3' }).waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await restore.click();
      await page.getByRole('button', { name: 'Publish r3' }).click();
      await page.getByText('r3 is published').waitFor();
      expect((await visit(first.live_url ?? '')).text).toContain('<p>first</p>');
    },
  );

  // Verifies: console.same-key.
  it(
    'a publication whose answer is lost is sent again under its key, also by a dialog that was opened again',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word);
      const page = await at.open(`/pages/${made.page_id}/public?publish`);
      const dialog = page.getByRole('dialog');
      const keys = collectKeys(page, '/publish');
      await loseAnswer(page, '**/publish');
      await dialog.getByLabel('Anyone with the link').check();
      await dialog.getByRole('button', { name: 'Publish r1' }).click();
      await dialog.getByText(/It may have happened/).waitFor();
      done(await at.owner.on('act')('builder.patch', patchOf(made, 'first', 'agent')));
      await dialog.getByText('r2 of this draft was saved meanwhile').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Publish…' }).click();
      expect(await dialog.getByLabel('Anyone with the link').isChecked()).toBe(true);
      await dialog.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('r1 is published').waitFor();
      expect(keys).toHaveLength(2);
      expect(new Set(keys).size).toBe(1);
      expect(await page.locator('.snapshots li').count()).toBe(1);
    },
  );
});

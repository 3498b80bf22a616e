import { makeAgentKey, silentLogger } from '@bridge/kernel';
import { afterAll, describe, expect, it } from 'vitest';
import type { PageInspectionPromises } from './inspection.ts';
import { INSPECTION_LIMITS, makeInspector, type PageToInspect } from './inspector.ts';

const ADDRESS = { liveUrl: 'http://p42.localhost:4001/', ownHosts: ['localhost:4001'] };
const PAGE_CHARS = 5_242_880;
const deps = { log: silentLogger };
const page = (html: string) => ({
  html: Buffer.from(html, 'utf8'),
  title: 'A page',
  address: ADDRESS,
});
const fill = (piece: string, chars = PAGE_CHARS): string =>
  piece.repeat(Math.floor(chars / piece.length));

const both = async ({ secrets, verdict }: PageInspectionPromises) => ({
  secrets: await secrets,
  verdict: await verdict,
});

describe('the inspector', () => {
  const shared = makeInspector(deps);
  afterAll(() => shared.close());
  const inspect = (asked: PageToInspect) => both(shared.inspect(asked));

  it('analyses a page in its own thread and reports its secrets', async () => {
    const key = makeAgentKey();
    const { verdict, secrets } = await inspect(
      page(`<!doctype html>\n<p>${key}</p><img src="https://x.example/i">`),
    );
    expect(verdict).toMatchObject({ publication_mode: 'online', offline_ready: false });
    expect(secrets).toEqual([
      { kind: 'agent key of this service', part: 'html', line: 2, column: 4 },
    ]);
    expect(JSON.stringify({ verdict, secrets })).not.toContain(key);
  });

  it('reports the secrets of a page before its verdict', async () => {
    const order: string[] = [];
    const { secrets, verdict } = shared.inspect(page(fill('<b id="a">', 1_000_000)));
    await Promise.all([
      secrets.then(() => order.push('secrets')),
      verdict.then(() => order.push('verdict')),
    ]);
    expect(order).toEqual(['secrets', 'verdict']);
  });

  it('analyses concurrent pages one after the other, each with its own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => inspect(page(`<img src="https://h${i}.example/">`))),
    );
    expect(answers.map(({ verdict }) => verdict.warnings[0]?.url)).toEqual(
      Array.from({ length: 8 }, (_, i) => `https://h${i}.example/`),
    );
  });

  it.each([
    ['elements in elements', '<div>'.repeat(200_000)],
    ['one attribute', `<img src="data:,${fill('A')}">`],
    ['style rules', `<style>${'.a{color:red}'.repeat(100_000)}</style>`],
    ['srcset', `<img srcset="${fill('a 1x, ', 1024 * 1024)}">`],
    ['parentheses of a script', `<script>x = ${fill('(')}</script>`],
    ['a sum', `<script>x = ${fill('a+')}a</script>`],
    ['functions in functions', `<script>${fill('function a(){', 2_000_000)}</script>`],
    ['emoji', '\u{1f600}'.repeat(PAGE_CHARS)],
    ['NUL', fill('\0')],
    ['functions of CSS in functions', `<style>${fill('a(')}</style>`],
    ['escapes of CSS', `<textarea>@${fill('\\a')}</textarea>`],
    ['spaces', `<script>document.body.style.color = '${fill(' ', 900_000)}'</script>`],
    ['relations of a link', `<link rel="${fill('a ')}" href="data:,">`],
  ])('analyses a page completely that is only large: %s', async (_what, html) => {
    const { verdict } = await inspect(page(html));
    expect(verdict.publication_mode).toBe('portable');
  });

  it.each([
    ['numbers', `<script>x = [${fill('0,')}]</script>`],
    ['statements', `<script>${fill('a;')}</script>`],
    ['formatting that is never closed', fill('<b a b c>')],
    ['handlers', fill('<a onclick="b()">')],
    ['frames', fill('<iframe srcdoc="<p>"></iframe>')],
    ['code in code', `<script>${fill('eval("a");')}</script>`],
  ])('ends the analysis at its limits and reports it: %s', async (_what, html) => {
    const { verdict } = await inspect(page(html));
    expect(verdict).toMatchObject({ publication_mode: 'online', offline_ready: false });
    expect(verdict.warnings.map(({ code }) => code)).toContain('analysis_incomplete');
  });
});

describe('an inspector whose thread dies', () => {
  const elements = Array.from({ length: 60_000 }, (_, i) => `<b id="${i}">`).join('');
  it.each([
    ['time', elements, { ...INSPECTION_LIMITS, wallMs: 1 }],
    // The analysis lasts longer than two CPU-time checks. Without the limit it would finish.
    ['CPU time', `<script>${fill('a;')}</script>`, { ...INSPECTION_LIMITS, cpuKillMs: 0 }],
    ['memory', elements, { ...INSPECTION_LIMITS, heapMb: 4 }],
  ])(
    'because of missing %s answers online and incomplete, still finds the secrets, and continues',
    async (_what, html, limits) => {
      const inspector = makeInspector(deps, limits);
      for (let round = 0; round < 2; round += 1) {
        const { verdict, secrets } = await both(
          inspector.inspect(page(`${makeAgentKey()} ${html}`)),
        );
        expect(verdict).toMatchObject({ publication_mode: 'online', offline_ready: false });
        expect(verdict.warnings.map(({ code }) => code)).toEqual(['analysis_incomplete']);
        expect(secrets).toHaveLength(1);
      }
      await inspector.close();
    },
  );

  it('refuses pages once it is closed', async () => {
    const inspector = makeInspector(deps);
    await inspector.close();
    const { secrets, verdict } = inspector.inspect(page('<p>'));
    for (const answer of [secrets, verdict])
      await expect(answer).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});

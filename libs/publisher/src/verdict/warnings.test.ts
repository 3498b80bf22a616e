import { LIMITS } from '@bridge/contracts';
import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.ts';
import { PLACES_MAX, WARNINGS_MAX } from './model/findings.ts';
import type { PageVerdict, WarningCode } from './model/verdict.ts';
import { parseFailure } from './script/parse-failure.ts';

const ADDRESS = { liveUrl: 'http://p42.localhost:4001/', ownHosts: ['localhost:4001'] };
const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>T</title><meta name="viewport" content="width=device-width"></head>\n<body>\n${body}\n</body></html>`;
const judge = (body: string): PageVerdict => analyse(page(body), ADDRESS);
const of = ({ warnings }: PageVerdict, code: WarningCode) =>
  warnings.filter((warning) => warning.code === code);

describe('warnings are grouped so that an author can act on them', () => {
  it('possible loads of scripts are distinguished by construct, each with its own count', () => {
    const evals = 'eval(x);\n'.repeat(28);
    const verdict = judge(
      `<script>var x = location.hash;\n${evals}fetch(x);\nnew Worker(x);\nnew WebSocket(x);</script>`,
    );
    const told = of(verdict, 'runtime_unknown').map(({ element, count }) => [element, count]);
    expect(told).toEqual(
      expect.arrayContaining([
        ['eval()', 28],
        ['fetch()', 1],
        ['new Worker()', 1],
        ['new WebSocket()', 1],
      ]),
    );
  });

  it('the same address in two elements is two warnings, in one element one with its places', () => {
    const image = '<img src="https://x.example/a.png">\n';
    const verdict = judge(`${image.repeat(7)}<video poster="https://x.example/a.png"></video>`);
    expect(of(verdict, 'external_image')).toMatchObject([
      {
        element: 'img[src]',
        url: 'https://x.example/a.png',
        count: 7,
        line: 3,
        column: 1,
        places: [3, 4, 5, 6, 7].map((line) => ({ line, column: 1 })),
      },
      { element: 'video[poster]', count: 1, places: [{ line: 10, column: 1 }] },
    ]);
    expect(PLACES_MAX).toBe(LIMITS.warningPlacesMax);
  });

  it('an address is reported as a browser resolves it, and as it is written when that differs', () => {
    const verdict = judge(
      '<img src=" //x.example/a b.png"><img src="https://x.example/c.png"><img src="pic ture.png">',
    );
    expect(of(verdict, 'external_image')).toMatchObject([
      { url: 'http://x.example/a%20b.png', written: '//x.example/a%20b.png' },
      { url: 'https://x.example/c.png' },
    ]);
    expect(of(verdict, 'external_image')[1]).not.toHaveProperty('written');
    expect(of(verdict, 'missing_asset')).toMatchObject([{ url: 'pic%20ture.png' }]);
  });

  it('more than may be listed are cut, and the verdict says so', () => {
    const images = (count: number): string =>
      Array.from({ length: count }, (_, i) => `<img src="https://x.example/${i}">`).join('');
    expect(judge(images(WARNINGS_MAX))).toMatchObject({ truncated: false });
    const many = judge(images(WARNINGS_MAX + 1));
    expect(many).toMatchObject({ truncated: true });
    expect(many.warnings).toHaveLength(WARNINGS_MAX);
  });
});

describe('a script that is no JavaScript', () => {
  it('is told with the line, the column and the reason of the parser, once for each reason', () => {
    const verdict = judge(
      '<script>\nvar a = 1;\nvar b = ;\n</script>\n<script>\nlet c = 1a;\n</script>',
    );
    expect(of(verdict, 'script_unparsed')).toMatchObject([
      { line: 5, column: 9, message: expect.stringContaining('Unexpected token') as string },
      {
        line: 8,
        column: 10,
        message: expect.stringContaining('Identifier directly after number') as string,
      },
    ]);
  });

  it.each([
    ["Label 'ignore all rules' is already declared (3:8)", "Label '…' is already declared."],
    ["Label 'main' is already declared (3:8)", "Label 'main' is already declared."],
    [
      'Invalid regular expression: /(ignore/: Unterminated group (1:1)',
      'Invalid regular expression.',
    ],
  ])('repeats at most a short name of the page: %s', (message, reason) => {
    const error = Object.assign(new SyntaxError(message), { pos: 7 });
    expect(parseFailure(error)).toEqual({ reason, offset: 7 });
    const [warning] = of(
      judge(`<script>${'n'.repeat(60)}: ${'n'.repeat(60)}: a</script>`),
      'script_unparsed',
    );
    expect(warning?.message).not.toContain('nnn');
  });
});

describe('an import map', () => {
  const map =
    '<script type="importmap">{"imports":{"a":"https://x.example/a.js","b":"https://x.example/b.js","c":"./c.js"}}</script>';

  it('names what it would load without being imported as information only', () => {
    const verdict = judge(`${map}<script type="module">console.log(1)</script>`);
    expect(verdict).toMatchObject({ publication_mode: 'portable', offline_ready: true });
    expect(of(verdict, 'optional_external').map(({ url, severity }) => [url, severity])).toEqual([
      ['https://x.example/a.js', 'info'],
      ['https://x.example/b.js', 'info'],
    ]);
  });

  it('makes a page online by what is imported, and only by that', () => {
    const verdict = judge(`${map}<script type="module">import 'a';</script>`);
    expect(of(verdict, 'external_module').map(({ url }) => url)).toEqual([
      'https://x.example/a.js',
    ]);
    expect(of(verdict, 'optional_external').map(({ url }) => url)).toEqual([
      'https://x.example/b.js',
    ]);
  });
});

describe('a link to a page that is not there', () => {
  it.each([
    ['<a href="about.html">About</a>', 'a[href]', 'about.html'],
    ['<map><area href="/team/"></map>', 'area[href]', '/team/'],
    ['<form action="search"></form>', 'form[action]', 'search'],
  ])('is a warning and costs neither mode nor readiness: %s', (body, element, url) => {
    const verdict = judge(body);
    expect(verdict).toMatchObject({ publication_mode: 'portable', offline_ready: true });
    expect(of(verdict, 'missing_page')).toMatchObject([{ element, url, severity: 'warning' }]);
  });

  it.each([
    '<a href="#top">',
    '<a href="">',
    '<a href="/">',
    '<a href="?page=2#x">',
    '<a href="mailto:a@b.example">',
    '<a href="https://x.example/">',
    '<a name="x">',
    '<form action="?q=1"></form>',
  ])('is not what stays on the page or leaves it: %s', (body) => {
    expect(of(judge(body), 'missing_page')).toEqual([]);
  });
});

import { LIMITS, publicationWarning } from '@bridge/contracts';
import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.ts';
import { makeBudget } from './model/budget.ts';
import { WARNINGS_MAX } from './model/findings.ts';
import type { PageVerdict } from './model/verdict.ts';

const ADDRESS = {
  liveUrl: 'http://p42.localhost:4001/',
  ownHosts: ['localhost:4000', 'localhost:4001'],
};
const X = 'https://elsewhere.example/x';
const HEAD =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title><meta name="viewport" content="width=device-width"></head>';

const judge = (html: string): PageVerdict => analyse(html, ADDRESS);
const codes = (html: string): readonly string[] => judge(html).warnings.map(({ code }) => code);
const inBody = (body: string): string => `${HEAD}<body>${body}</body></html>`;
const inScript = (code: string): string => inBody(`<script>${code}</script>`);
const isReady = (html: string): boolean => judge(html).offline_ready;

describe('the verdict on the worst pages', () => {
  /**
   * Maximum size of all warnings of a page as JSON, in bytes. A bus message, which also contains the other results, has at most
   * 512 KiB.
   */
  const WARNINGS_BYTES_MAX = 448 * 1024;
  it.each([
    ['long addresses', (n: number) => `https://h${n}.example/${'x'.repeat(9_000)}`],
    ['addresses that JSON doubles', (n: number) => `https://h${n}.example/?${'\\'.repeat(9_000)}`],
    [
      'addresses that grow when they are encoded',
      (n: number) => `https://h${n}.example/${'🌍'.repeat(3_000)}`,
    ],
    ['addresses that are none', (n: number) => `https://[${n}${'"\u0001é'.repeat(3_000)}`],
  ])('stays within one message of the bus: %s', (_, address) => {
    const scripts = Array.from(
      { length: 2 * WARNINGS_MAX },
      (_unused, n) => `<script src='${address(n)}'></script>`,
    );
    const { warnings } = judge(inBody(scripts.join('')));
    expect(warnings.length).toBeLessThanOrEqual(LIMITS.warningsMax);
    expect(Buffer.byteLength(JSON.stringify(warnings))).toBeLessThan(WARNINGS_BYTES_MAX);
  });
});

describe('a page that needs no other host', () => {
  it('is portable and ready, without a single warning', () => {
    const page = inBody(
      `<style>p{background:url(data:image/gif;base64,R0lGODlhAQABAAAAACw=)}</style>
       <img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" srcset="data:image/gif,a 2x">
       <a href="${X}">link</a><a href="mailto:a@b.example">mail</a><svg><use href="#a"/></svg>
       <iframe src="about:blank"></iframe><img src=""><img src="blob:abc">
       <script>document.querySelector('p').textContent = String(1 + 1)</script>`,
    );
    expect(judge(page)).toEqual({
      publication_mode: 'portable',
      offline_ready: true,
      warnings: [],
      truncated: false,
      external_form: false,
    });
  });

  it.each([
    ['text areas', `<textarea><img src="${X}"></textarea>`],
    ['comments', `<!--[if IE]><script src="${X}"></script><![endif]-->`],
    ['escaped text', `<pre>&lt;img src="${X}"&gt;</pre>`],
    ['titles', `<svg><title>&lt;img src=${X}></title></svg>`],
    ['namespaces', `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="${X}"></svg>`],
    ['links that hold a document', `<a href="data:text/html,<img src=${X}>">a</a>`],
    ['JSON', `<script type="application/ld+json">{"image":"${X}"}</script>`],
    ['strings of a script', `<script>const text = "see ${X}"; console.log(text)</script>`],
    ['comments of a script', `<script>// fetch('${X}')\n/* import('${X}') */</script>`],
    [
      'regular expressions',
      `<script>const r = /fetch\\("https:\\/\\/x.example"\\)/; r.test('')</script>`,
    ],
    ['names of its own', `<script>function fetch(u) { return u } fetch('${X}')</script>`],
    [
      'links made by a script',
      `<script>const a = document.createElement('a'); a.href = '${X}'</script>`,
    ],
    ['@namespace', `<style>@namespace url(${X}); a{}</style>`],
    ['strings of CSS', `<style>a::after{content:"url(${X})"}</style>`],
    ['comments of CSS', `<style>/* url(${X}) */</style>`],
    ['style elements of another type', `<style type="text/x">a{background:url(${X})}</style>`],
    [
      'images inside the page, by a table',
      `<script>
      const images = { a: 'data:image/png;base64,AA', b: 'data:image/png;base64,BB' };
      for (const key of ['a', 'b']) { const i = new Image(); i.src = images[key]; }</script>`,
    ],
    ['what a canvas holds', `<script>i.src = canvas.toDataURL('image/png')</script>`],
    ['object URLs', `<script>const u = URL.createObjectURL(b); new Image().src = u</script>`],
    ['reading an attribute', `<script>if (i.getAttribute('src') === 'src') {}</script>`],
    ['taking an object apart', `<script>const f = ({ src }) => src; ({ src } = f)</script>`],
  ])('may name other hosts in %s', (_where, body) => {
    expect(judge(inBody(body))).toMatchObject({
      publication_mode: 'portable',
      offline_ready: true,
    });
  });
});

describe('the target of an address', () => {
  it.each([
    ['case of the scheme', 'HTTPS://elsewhere.example/x'],
    ['line breaks and spaces', ' \n https://else\twhere.example/x '],
    ['entities', '&#104;ttps://elsewhere.example/x'],
    ['protocol-relative', '//elsewhere.example/x'],
    ['backslashes', '\\\\elsewhere.example/x'],
  ])('is parsed as a browser parses it: %s', (_what, address) => {
    const verdict = judge(inBody(`<img src="${address}">`));
    expect(verdict.publication_mode).toBe('online');
    expect(verdict.warnings[0]?.url).toMatch(/^https?:\/\/elsewhere\.example\/x$/);
  });

  it('next to a single-file page never exists, so it does not make the page online', () => {
    const verdict = judge(
      inBody('<img src="a.png"><img src="/b.png"><script src="./c.js"></script>'),
    );
    expect(verdict).toMatchObject({ publication_mode: 'portable', offline_ready: false });
    expect(verdict.warnings).toMatchObject(
      ['a.png', '/b.png', './c.js'].map((url) => ({
        code: 'missing_asset',
        severity: 'error',
        url,
      })),
    );
  });

  it('with a scheme but no host is relative, as in a browser', () => {
    const urls = ['http:a.png', 'http:/a.png'];
    for (const url of urls)
      expect(judge(inBody(`<img src="${url}">`)).warnings).toMatchObject([
        { code: 'missing_asset' },
      ]);
    expect(codes(inBody('<img src="https:elsewhere.example/x">'))).toEqual(['external_image']);
  });

  it('on the service itself is external with a separate code', () => {
    const own = [
      'http://p7.localhost:4001/x.png',
      'http://localhost:4000/x',
      '//p42.localhost:4001/y',
    ];
    const verdict = judge(inBody(own.map((url) => `<img src="${url}">`).join('')));
    expect(verdict.publication_mode).toBe('online');
    expect(verdict.warnings.filter(({ code }) => code === 'same_service_reference')).toHaveLength(
      3,
    );
  });

  it('without encryption has an additional warning', () => {
    expect(codes(inBody('<img src="http://elsewhere.example/x">'))).toEqual([
      'external_image',
      'mixed_content',
    ]);
  });

  it('uses a foreign <base> only after it, and only the first one', () => {
    const page = `${HEAD}<body><img src="before.png"><base href="https://a.example/d/"><base href="https://b.example/"><img src="after.png"></body></html>`;
    expect(judge(page).warnings).toMatchObject([
      { code: 'external_image', url: 'https://a.example/d/after.png' },
      { code: 'missing_asset', url: 'before.png' },
      { code: 'base_external' },
    ]);
  });

  it('is not changed by a <base> that nothing uses', () => {
    expect(isReady(inBody('<base href="https://a.example/"><a href="b">b</a>'))).toBe(true);
  });
});

describe('documents in the document', () => {
  it.each([
    ['noscript', `<noscript><img src="${X}"></noscript>`],
    ['template', `<template><img src="${X}"></template>`],
    ['srcdoc in srcdoc', `<iframe srcdoc="<iframe srcdoc='<img src=${X}>'>"></iframe>`],
    ['a data: document', `<iframe src="data:text/html,%3Cimg src=${X}%3E"></iframe>`],
    [
      'a data: document in base64',
      `<object data="data:text/html;base64,${btoa(`<img src=${X}>`)}">`,
    ],
    [
      'a data: SVG that is framed',
      `<embed src="data:image/svg+xml,<svg><image href='${X}'/></svg>">`,
    ],
    ['a data: style sheet', `<link rel="stylesheet" href="data:text/css,@import '${X}'">`],
    [
      'an imported data: style sheet',
      `<style>@import "data:text/css,a{background:url(${X})}"</style>`,
    ],
    ['a data: script', `<script src="data:text/javascript,fetch('${X}')"></script>`],
    [
      'a data: module',
      `<script type="module">import "data:text/javascript,import '${X}'"</script>`,
    ],
    ['a javascript: frame', `<iframe src="javascript:fetch('${X}')"></iframe>`],
    ['a javascript: form', `<form action="javascript:fetch('${X}')"></form>`],
    ['a handler', `<p onclick="fetch('${X}')">a</p>`],
    ['a javascript: link', `<a href="javascript:void fetch('${X}')">a</a>`],
    ['markup written while loading', `<script>document.write('<img src=${X}>')</script>`],
    ['what stands behind </html>', `</body></html><img src="${X}">`],
    ['what the parser drops', `<select><option><img src="${X}"></select>`],
    ['misnested tables', `<table><b><tr><img src="${X}"></table>`],
    ['SVG in HTML in SVG', `<svg><foreignObject><img src="${X}"></foreignObject></svg>`],
    ['an unclosed style element', `<style>a{background:url(${X})}`],
    ['an unclosed script', `<script>fetch('${X}')`],
  ])('%s is read', (_where, body) => {
    const verdict = judge(inBody(body));
    expect(verdict.publication_mode).toBe('online');
    expect(verdict.warnings.map(({ url }) => url)).toContain(X);
  });

  it('the result of a javascript: frame is its document', () => {
    expect(isReady(inBody(`<iframe src="javascript:'<img src=${X}>'"></iframe>`))).toBe(false);
    expect(isReady(inBody(`<iframe src="javascript:'<p>'"></iframe>`))).toBe(true);
  });

  it('an image that is SVG loads nothing, as in a browser', () => {
    expect(isReady(inBody(`<img src="data:image/svg+xml,<svg><image href='${X}'/></svg>">`))).toBe(
      true,
    );
  });

  it('nested beyond the limit counts as online, never as portable', () => {
    const nest = (html: string, depth: number): string =>
      depth === 0
        ? html
        : nest(
            `<iframe srcdoc="${html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">`,
            depth - 1,
          );
    expect(codes(nest('<p>', 4))).toContain('analysis_incomplete');
    expect(judge(nest('<p>', 4)).publication_mode).toBe('online');
    expect(judge(nest('<p>', 3)).publication_mode).toBe('portable');
  });
});

describe('scripts', () => {
  it.each([
    ['a constant far above', `const API = '${X}'; function go() { fetch(API) }`],
    ['put together', `const host = 'https://elsewhere.example'; fetch(host + '/x')`],
    ['a template', 'const h = `elsewhere.example`; fetch(`https://${h}/x`)'],
    ['an array', `const all = ['${X}']; for (let i = 0; i < 1; i++) new Image().src = all[i]`],
    ['a table', `const conf = { api: '${X}' }; fetch(conf.api)`],
    [
      'an argument of a function that runs',
      `function load(u) { const s = document.createElement('script'); s.src = u } load('${X}')`,
    ],
    [
      'an argument of a function called in place',
      `(function (d, u) { d.createElement('img').src = u })(document, '${X}')`,
    ],
    ['one of two', `fetch(navigator.onLine ? '${X}' : 'data:,')`],
    ['a Request', `const r = new Request('${X}'); fetch(r)`],
    ['a URL', `fetch(new URL('${X}').href)`],
    ['by another name of the window', `window['fetch']('${X}')`],
    ['an attribute that is set', `document.createElement('img').setAttribute('src', '${X}')`],
  ])('the address is found: %s', (_how, code) => {
    const verdict = judge(inScript(code));
    expect(verdict.warnings[0]).toMatchObject({ code: 'runtime_external', url: X, line: 1 });
    expect(verdict.publication_mode).toBe('online');
  });

  it('a constant of one script is the address of another', () => {
    const page = inBody(`<script>const API = '${X}'</script><script>fetch(API)</script>`);
    expect(judge(page).warnings[0]).toMatchObject({ code: 'runtime_external', url: X });
  });

  it('import maps resolve bare specifiers', () => {
    const map = `<script type="importmap">{"imports":{"three":"${X}","lib/":"https://l.example/"}}</script>`;
    const page = inBody(`${map}<script type="module">import 'three'; import 'lib/a.js'</script>`);
    expect(judge(page).warnings.map(({ code, url }) => [code, url])).toEqual([
      ['external_module', X],
      ['external_module', 'https://l.example/a.js'],
    ]);
    expect(isReady(inBody(map))).toBe(true);
  });

  it.each([
    ['a computed address', 'fetch(location.hash.slice(1))'],
    ['a computed import', 'import(name)'],
    ['an image of unknown address', 'new Image().src = list.pop()'],
    ['a loader handed on', 'const get = fetch; get(x)'],
    ['a loader taken from the window', 'const get = window.fetch.bind(window); get(x)'],
    ['a loader under its own name', 'const fetch = self.fetch; fetch(x)'],
    ['a loader by its key', 'const { fetch: get } = window; get(x)'],
    ['a method handed on', 'const say = navigator.sendBeacon; say.call(navigator, x)'],
    ['any function of the window', 'window[name](x)'],
    ['code by way of a constructor', '(() => 1).constructor(text)()'],
    ['a script element', `const s = document.createElement('script'); s.text = code`],
    ['a worker out of text', `new Worker(URL.createObjectURL(new Blob(["importScripts(name)"])))`],
    ['code out of text', 'new Function(text)()'],
    ['markup with an open address', `el.innerHTML = '<img src="' + name + '">'`],
    ['CSS with an open address', `el.style.background = 'url(' + name + ')'`],
    [
      'an element described by an object',
      `const h = (t, o) => Object.assign(document.createElement(t), o); h('img', { src: name })`,
    ],
    ['an attribute name in a list', `for (const n of ['src']) el[n] = value`],
    ['a host that is not known', 'new WebSocket(`ws://${location.host}/`)'],
    ['a move to another address', `b.onclick = () => location.replace('${X}')`],
  ])('%s keeps the page from being ready, but portable', (_what, code) => {
    const verdict = judge(inScript(code));
    expect(verdict).toMatchObject({ publication_mode: 'portable', offline_ready: false });
    expect(verdict.warnings.map(({ code: c }) => c)).toContain('runtime_unknown');
  });

  it.each([
    ['markup', `p.innerHTML = '<img src="${X}">'`],
    ['CSS', `p.style.background = 'url(${X})'`],
  ])('an address inside %s is reported', (_what, code) => {
    expect(judge(inScript(code)).warnings[0]).toMatchObject({ code: 'runtime_unknown', url: X });
  });

  it('an address in a function that may never run is reported and does not decide the mode', () => {
    const code = `function tile(z) { new Image().src = 'https://tiles.example/' + z } register(tile)`;
    const verdict = judge(inScript(code));
    expect(verdict).toMatchObject({ publication_mode: 'portable', offline_ready: false });
    expect(verdict.warnings[0]).toMatchObject({
      code: 'runtime_unknown',
      url: 'https://tiles.example/',
    });
  });

  it('a script in another language is searched for plain addresses, and the page is not ready', () => {
    const verdict = judge(inScript(`let let = ; fetch('${X}')`));
    expect(verdict.warnings.map(({ code }) => code)).toEqual([
      'runtime_external',
      'script_unparsed',
    ]);
    const broken = inBody(`<script type="module">import a from '${X}'; let let = ;</script>`);
    expect(codes(broken)).toContain('external_module');
    expect(judge(inScript('let let = ;'))).toMatchObject({
      publication_mode: 'portable',
      offline_ready: false,
    });
  });

  it('a click by code may follow a link to another host', () => {
    const page = (code: string): string => inBody(`<a href="${X}">a</a><script>${code}</script>`);
    expect(isReady(page('document.links[0].click()'))).toBe(false);
    expect(isReady(page('b.onclick = () => document.links[0].click()'))).toBe(true);
  });

  it('a click by code may follow a link to a `data:` document, which a frame loads', () => {
    const click = 'document.links[0].click()';
    const page = (href: string, code: string): string =>
      inBody(`<iframe name="f" title="x"></iframe><a href="${href}" target="f">a</a>
        <script>${code}</script>`);
    const svg = `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E`;
    for (const href of ['data:text/html,x', 'DATA:text/xml,x', svg])
      expect(isReady(page(href, click)), href).toBe(false);
    for (const href of ['#top', 'data:image/png;base64,AA', 'mailto:a@example.org'])
      expect(isReady(page(href, click)), href).toBe(true);
    const made = (href: string): string =>
      `const a = document.createElement('a'); a.href = "${href}"; a.target = 'f'; document.body.append(a); a.click();`;
    expect(isReady(page('#top', made(svg)))).toBe(false);
    expect(isReady(page('#top', made('data:image/png;base64,AA')))).toBe(true);
    const written = (link: string): string => `document.body.innerHTML += ${link}; ${click}`;
    for (const href of ['data:text/html,x', 'data:image/svg+xml,x', '//elsewhere.example/'])
      expect(isReady(page('#top', written(`'<a href="${href}">a</a>'`))), href).toBe(false);
    const parted = `'<a hr' + 'ef="ht' + 'tps://elsewhere.example/">a</a>'`;
    expect(isReady(page('#top', written(parted)))).toBe(false);
    expect(
      isReady(page('#top', written(`'<a hr' + 'ef="ht' + 'tps://' + document.title + '">'`))),
    ).toBe(false);
  });

  it('a relative address is missing, like in markup', () => {
    expect(judge(inScript(`fetch('data.json')`)).warnings).toMatchObject([
      { code: 'missing_asset', url: 'data.json', element: 'fetch()' },
    ]);
  });
});

describe('a text passed to a function together with the name of an attribute', () => {
  const first = (code: string): unknown => judge(inScript(code)).warnings[0];
  it('that sets attributes is an address', () => {
    const missing = { code: 'missing_asset', url: 'a.png' };
    for (const call of ['i.setAttribute', '$(i).attr', 'd3.select(i).attr', 'writeAttribute'])
      expect([call, first(`${call}('src', 'a.png')`)]).toMatchObject([call, missing]);
  });
  it('of any other name is interpreted by its code: a word loads nothing', () => {
    const code = `function f(a, b) { return '"' + a + b + '" in x'; } f('src', 'RGB');`;
    expect(judge(inScript(code)).warnings).toEqual([]);
    expect(isReady(inScript(code))).toBe(true);
  });
  it('of any other name is an address when it is a complete one', () => {
    expect(first(`f('src', '${X}')`)).toMatchObject({ code: 'runtime_external', url: X });
  });
});

describe('warnings', () => {
  it('have line and column of the element, and of the address inside style and script', () => {
    const page = `${HEAD}\r\n<body>\n  <p><img\n src="${X}?1"><style>\na{}\n b{color:red;background:url(${X}?2)}</style>\n<script>\n\n  fetch('${X}?3')</script>`;
    expect(judge(page).warnings.map(({ url, line, column }) => [url, line, column])).toEqual(
      expect.arrayContaining([
        [`${X}?1`, 3, 6],
        [`${X}?2`, 6, 25],
        [`${X}?3`, 9, 3],
      ]),
    );
  });

  it('have the position of the containing element for everything in an inner document', () => {
    const inner = `\n\n&lt;style&gt;\n\na{b:url(${X})}&lt;/style&gt;`;
    expect(judge(`${HEAD}\n<p>\n<iframe srcdoc="${inner}"></iframe>`).warnings[0]).toMatchObject({
      ...{ url: X, line: 3, column: 1 },
    });
    expect(judge(`${HEAD}\n<noscript>\n <img src="${X}"></noscript>`).warnings[0]).toMatchObject({
      ...{ url: X, line: 3, column: 2 },
    });
  });

  it('are grouped by code and address, with their number', () => {
    expect(judge(inBody(`<img src="${X}">`.repeat(7))).warnings).toMatchObject([
      { code: 'external_image', url: X, count: 7 },
    ]);
  });

  it('are limited by the contract, those that decided the mode first', () => {
    expect(WARNINGS_MAX).toBe(LIMITS.warningsMax);
    const many = Array.from({ length: 300 }, (_, i) => `<img src="a${i}.png">`).join('');
    const verdict = judge(inBody(`${many}<img src="${X}">`));
    expect(verdict.warnings).toHaveLength(LIMITS.warningsMax);
    expect(verdict.truncated).toBe(true);
    expect(verdict.warnings[0]).toMatchObject({ code: 'external_image', url: X });
    for (const warning of verdict.warnings)
      expect(publicationWarning.safeParse(warning).success).toBe(true);
  });

  it('repeat nothing of the page but addresses, shortened and in ASCII', () => {
    const long = `${'é\u202e'.repeat(2000)}.png`;
    const url = judge(inBody(`<img src="${long}">`)).warnings[0]?.url ?? '';
    expect(url).toMatch(/^[\x21-\x7e…]+$/);
    expect(url.length).toBeLessThan(8 * 1024);
  });

  it('advise on what every page should have', () => {
    expect(codes('<p id="a"><p id="a"><b>')).toEqual(
      expect.arrayContaining([
        'no_doctype',
        'no_charset',
        'no_title',
        'no_lang',
        'no_viewport',
        'duplicate_id',
      ]),
    );
    expect(codes(inBody('<p>a</div><!-- '))).toContain('unclosed_markup');
    expect(codes(inBody(`<img src="data:,${'a'.repeat(1024 * 1024)}">`))).toContain('large_inline');
    expect(isReady('<p id="a"><p id="a">')).toBe(true);
  });

  it('report a form that posts to another host, without an effect on mode and readiness', () => {
    const verdict = judge(inBody(`<form action="${X}"></form>`));
    expect(verdict).toMatchObject({
      publication_mode: 'portable',
      offline_ready: true,
      external_form: true,
    });
    expect(isReady(inBody(`<form action="${X}"></form><script>f.submit()</script>`))).toBe(false);
  });
});

describe('a page beyond the bounds', () => {
  it('is online, not ready and reported as incomplete, with the findings until then', () => {
    const verdict = analyse(
      inBody(`<img src="${X}">${'<p>'.repeat(2000)}`),
      ADDRESS,
      makeBudget(1000),
    );
    expect(verdict).toMatchObject({ publication_mode: 'online', offline_ready: false });
    expect(verdict.warnings.map(({ code }) => code)).toEqual([
      'external_image',
      'analysis_incomplete',
    ]);
  });

  it('is also one whose time is over', () => {
    const budget = makeBudget(undefined, () => true);
    const verdict = analyse(inBody('<p>'.repeat(10_000)), ADDRESS, budget);
    expect(verdict).toMatchObject({ publication_mode: 'online', offline_ready: false });
  });
});

import { describe, expect, it } from 'vitest';
import { analyse } from '../analyse.ts';
import type { Verdict } from '../model.ts';

const ADDRESS = { liveUrl: 'http://p42.localhost:4001/', ownHosts: ['localhost:4000'] };
const X = 'https://elsewhere.example/x';
const GIF = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
const HEAD =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title><meta name="viewport" content="width=device-width"></head>';

const judge = (body: string): Verdict => analyse(`${HEAD}<body>${body}</body></html>`, ADDRESS);
const judgeCode = (code: string): Verdict => judge(`<script>${code}</script>`);
/** An element and an address, as every program below has them. */
const GIVEN = `const url = '${X}', cfg = {url}, img = document.createElement('img');`;

describe('a page whose script brings an address to something that loads is not ready', () => {
  it.each([
    ['a member in an array pattern', `[img.src, img.alt] = [url, 'x']`],
    ['a member in an object pattern', `({url: img.src} = cfg)`],
    ['a member in the head of a loop', `for (img.src of [url]);`],
    ['a logical assignment', `img.src ||= url`],
    ['a parameter default', `((u = url) => { img.src = u })()`],
    ['a concise arrow function that assigns', `let v; ((u) => (v = u, img.src = v))(url)`],
    ['a hoisted variable', `function go() { img.src = late } var late = url; go()`],
    ['a variable that is not set yet', `img.src = early; var early = '${GIF}'`],
    [
      'a default that means the outer name',
      `var u = url; function f(a = u) { var u = '${GIF}'; img.src = a } f()`,
    ],
    ['a member of the window', `window['u' + 1] = url; img.src = u1`],
    ['this at the top', `this.u = url; img.src = u`],
    ['the arguments of a function', `(function () { img.src = arguments[0] })(url)`],
    [
      'a function that calls itself',
      `(function f(u, n) { if (n) img.src = u; else f(url, 1) })('', 0)`,
    ],
    ['Object.assign', `Object.assign(img, { src: url })`],
    ['Object.assign of parsed text', `Object.assign(img, JSON.parse('{"src":"${X}"}'))`],
    ['Object.assign of a dataset', `img.dataset.src = url; Object.assign(img, img.dataset)`],
    ['Reflect.set', `Reflect.set(img, 'src', url)`],
    ['a method with a name that is trusted', `img.src = { toDataURL: () => url }.toDataURL()`],
    [
      'a function in the place of a browser method',
      `URL.createObjectURL = () => url; img.src = URL.createObjectURL()`,
    ],
    ['a getter', `img.src = { get u() { return url } }.u`],
    ['a Proxy', `img.src = new Proxy({}, { get: () => url }).u`],
    ['a generator', `function* g() { yield url } for (const u of g()) img.src = u`],
    ['a tagged template', 'const t = (s, u) => u; img.src = t`${url}`'],
    ['a with statement', `with (cfg) img.src = url`],
    [
      'an attribute that is copied',
      `for (const a of document.body.attributes) img.setAttribute(a.name, a.value)`,
    ],
    ['an attribute node', `img.setAttributeNode(document.body.attributes[0].cloneNode())`],
    ['CSS of an element', 'img.style.setProperty("background", `url(${url})`)'],
    ['a style attribute as a property', 'img.style = `background:url(${url})`'],
    ['a rule of a style sheet', 'document.styleSheets[0].insertRule(`p{background:url(${url})}`)'],
    [
      'key frames that make their text',
      'img.animate([{ backgroundImage: { toString: () => `url(${url})` } }], 9)',
    ],
    ['the constructor of a function', `(() => 1).constructor(document.title)()`],
    ['WebAssembly', `WebAssembly.instantiate(new Uint8Array())`],
  ])('by %s', (_how, code) => {
    const verdict = judgeCode(GIVEN + code);
    expect(verdict.offline_ready).toBe(false);
    expect(verdict.warnings.length).toBeGreaterThan(0);
  });

  it.each([
    [
      'a link whose rel changes',
      `<link id="l" rel="alternate" href="${X}"><script>document.getElementById('l').rel = 'stylesheet'</script>`,
    ],
    [
      'markup in a comment',
      `<!--<img src="${X}">--><script>document.body.innerHTML = document.body.firstChild.data</script>`,
    ],
    [
      'an SVG image',
      `<p data-href="${X}"></p><svg><image id="i"/></svg><script>const o = document.querySelector('p').dataset; for (const k in o) document.getElementById('i').setAttribute(k, o[k])</script>`,
    ],
    [
      'a data: document in UTF-16',
      `<iframe src="data:text/html;charset=utf-16le;base64,${Buffer.from(`<img src=${X}>`, 'utf16le').toString('base64')}"></iframe>`,
    ],
  ])('by %s', (_how, body) => {
    expect(judge(body).offline_ready).toBe(false);
  });
});

describe('a page whose scripts are understood is ready', () => {
  it.each([
    ['text of the page', `document.body.textContent = new Date().toISOString()`],
    [
      'images inside the page',
      `const all = ['${GIF}', '${GIF}']; all.forEach((u) => { new Image().src = u })`,
    ],
    [
      'images of a class',
      `class Pic { constructor(u) { this.u = u } show() { new Image().src = this.u } } new Pic('${GIF}').show()`,
    ],
    [
      'images by a destructured default',
      `const { u = '${GIF}' } = {}; const i = new Image(); [i.src] = [u]`,
    ],
    [
      'lists made of markup',
      'document.body.innerHTML = `<ul>${["a", "b"].map((t, i) => `<li class="n${i}">${t}</li>`).join("")}</ul>`',
    ],
    [
      'text that is escaped',
      `const esc = (s) => s.replace(/[&<>"]/g, (c) => '&#' + c.charCodeAt(0) + ';'); document.body.innerHTML = '<p title="' + esc(document.title) + '">' + esc(location.hash) + '</p>'`,
    ],
    [
      'attributes from a table',
      `const o = { class: 'a', title: 'b' }; for (const k in o) document.body.setAttribute(k, o[k])`,
    ],
    [
      'values from data in the page',
      `const d = JSON.parse(document.getElementById('d').textContent); document.getElementById('i').src = d.pic`,
    ],
    [
      'a method named fetch, open or eval',
      `const api = { fetch(u) { return u }, open(u) { return u }, eval(u) { return u } }; api.fetch('${X}'); api.open('${X}'); api.eval('${X}')`,
    ],
    [
      'default parameters',
      `const f = (t, src = 0) => src; const g = ({ src = 0, poster = 0 } = {}) => src + poster; f(1); g()`,
    ],
  ])('%s', (_what, code) => {
    const data = `<script type="application/json" id="d">{"pic":"${GIF}"}</script><img alt="" src="${GIF}" id="i">`;
    expect(judge(`${data}<script>${code}</script>`)).toMatchObject({
      offline_ready: true,
      warnings: [],
    });
  });

  it('a default of a parameter is no value of an outer name', () => {
    const page = judgeCode(
      `let u = '${GIF}'; const f = (t, u = 0) => t + u; f(1); new Image().src = u;`,
    );
    expect(page.warnings.map(({ code }) => code)).not.toContain('missing_asset');
  });

  it('a byte order mark is no text of the page and declares its encoding', () => {
    const page = `\ufeff<!doctype html><html lang="en"><title>t</title><meta name="viewport" content="x">`;
    expect(analyse(page, ADDRESS).warnings).toEqual([]);
  });
});

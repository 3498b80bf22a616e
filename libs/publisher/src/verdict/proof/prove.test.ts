import { describe, expect, it } from 'vitest';
import { analyse } from '../analyse.ts';
import type { PageVerdict } from '../model/verdict.ts';

const ADDRESS = { liveUrl: 'http://p42.localhost:4001/', ownHosts: ['localhost:4000'] };
const X = 'https://elsewhere.example/x';
const GIF = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
const HEAD =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title><meta name="viewport" content="width=device-width"></head>';

const judge = (body: string): PageVerdict => analyse(`${HEAD}<body>${body}</body></html>`, ADDRESS);
const judgeCode = (code: string): PageVerdict => judge(`<script>${code}</script>`);
/** Declarations at the start of each tested program: an external address, an object that contains it, and an image element. */
const GIVEN = `const url = '${X}', cfg = {url}, img = document.createElement('img');`;

// Verifies: publishing.ready-proven.
describe('a page whose script passes an address to a sink is not ready', () => {
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
    ['CSS with a name in upper case', 'img.style.setProperty("BACKGROUND-IMAGE", `url(${url})`)'],
    ['CSS with a prefix', 'img.style.WebkitMaskBoxImageSource = `url(${url})`'],
    [
      'CSS with a prefix and hyphens',
      'img.style.setProperty("-webkit-mask-box-image-source", `url(${url})`)',
    ],
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
      'the text of an empty script element, beside one with both a src and a text',
      `<script src="">x</script><script id="e"></script><script>document.getElementById('e').textContent = 'new Image()' + '.s' + 'rc="//evil.example/x"'</script>`,
    ],
    [
      'the text of an empty script element, beside one from about:blank',
      `<script src="about:blank">x</script><script id="e"></script><script>document.getElementById('e').textContent = 'new Image()' + '.s' + 'rc="//evil.example/x"'</script>`,
    ],
    [
      'a data: document in UTF-16',
      `<iframe src="data:text/html;charset=utf-16le;base64,${Buffer.from(`<img src=${X}>`, 'utf16le').toString('base64')}"></iframe>`,
    ],
  ])('by %s', (_how, body) => {
    expect(judge(body).offline_ready).toBe(false);
  });
});

describe('data and texts of elements are trusted only when no code can change them: not ready', () => {
  const show = `document.getElementById('i').src = document.getElementById('d').dataset.u;`;
  const near = `<img alt="" src="${GIF}" id="i"><p id="d" data-u="${GIF}"></p>`;
  const block = (u: string): string => JSON.stringify({ u });
  const showBlock = `document.getElementById('i').src = JSON.parse(document.getElementById('d').textContent).u;`;
  const nearBlock = `<img alt="" src="${GIF}" id="i"><script type="application/json" id="d">${block(GIF)}</script>`;
  it.each([
    [
      'another element of the same id after a template',
      `<template><p id="d" data-u="${GIF}"></p></template><img alt="" src="${GIF}" id="i"><p id="d" data-u="${X}"></p><script>${show}</script>`,
    ],
    [
      'an id that an inner document has as well',
      `<iframe srcdoc="<p id='d' data-u='${GIF}'>"></iframe><img alt="" src="${GIF}" id="i"><p id="d" data-u="${X}"></p><script>${show}</script>`,
    ],
    [
      'data under a name that is not known',
      `${near}<script>document.getElementById('d').dataset[atob('dQ==')] = '${X}'; ${show}</script>`,
    ],
    [
      'data of an element that is found otherwise',
      `${near}<script>document.querySelector('[data-u]').dataset.u = '${X}'; ${show}</script>`,
    ],
    [
      'data by an attribute',
      `${near}<script>document.querySelectorAll('p').forEach((p) => { p.setAttribute('data-u', '${X}') }); ${show}</script>`,
    ],
    [
      'data that is removed',
      `${near}<script>document.getElementById('d').removeAttribute('data-u'); ${show}</script>`,
    ],
    [
      'data that is deleted',
      `${near}<script>delete document.getElementById('d').dataset.u; ${show}</script>`,
    ],
    [
      'data that becomes the text of nothing',
      `${near}<script>document.getElementById('d').dataset.u = undefined; const u = document.getElementById('d').dataset.u || '${GIF}'; document.getElementById('i').src = u</script>`,
    ],
    [
      'data of any element',
      `${near}<b data-u="${X}"></b><script>document.getElementById('i').src = document.querySelector('b').dataset.u</script>`,
    ],
    [
      'data in markup that a script makes',
      `${near}<script>document.body.insertAdjacentHTML('afterbegin', '<p data-u="${X}">x</p>'); document.getElementById('i').src = document.querySelector('p').dataset.u</script>`,
    ],
    [
      'markup from data that has the id',
      `<template id="t" data-m="${'<p id=&quot;d&quot; data-u=&quot;'}${X}${'&quot;>x</p>'}"></template>${near}<script>document.body.insertAdjacentHTML('afterbegin', document.getElementById('t').dataset.m); ${show}</script>`,
    ],
    [
      'an element that gets the id',
      `${nearBlock}<script>const p = document.createElement('p'); p.setAttribute('id', 'd'); p.append('${block(X)}'); document.body.prepend(p); ${showBlock}</script>`,
    ],
    [
      'a control that hides the data of its form',
      `<img alt="" src="${GIF}" id="i"><form id="d" data-title="${GIF}"><input name="dataset" title="${X}"></form><script>document.getElementById('i').src = document.getElementById('d').dataset.title</script>`,
    ],
    [
      'a text node of a block of data',
      `${nearBlock}<script>document.getElementById('d').firstChild.data = '${block(X)}'; ${showBlock}</script>`,
    ],
    [
      'a block of data with other children',
      `${nearBlock}<script>document.getElementById('d').replaceChildren('${block(X)}'); ${showBlock}</script>`,
    ],
  ])('%s', (_how, body) => {
    expect(judge(body).offline_ready).toBe(false);
  });

  it.each([
    ['data of an element with an id', `${near}<script>${show}</script>`],
    [
      'JSON in the data of an element, while scripts give ids',
      `<p id="d" data-u="{&quot;m&quot;:&quot;<b>x</b>&quot;}"></p><script>document.body.firstChild.id = location.hash; document.getElementById('d').innerHTML = JSON.parse(document.getElementById('d').dataset.u).m</script>`,
    ],
    [
      'more known texts than are kept one by one, in a loop that copies them',
      `<p id="d"></p><script>let all = ${JSON.stringify(Array.from({ length: 30 }, (_, n) => ({ t: `a[${n}]` })))}; for (let n = 0; n < 3; n++) all = all.map((one) => ({ ...one, n })); all.forEach((one) => { document.getElementById('d').innerHTML = '<b>' + one.t + '</b>' })</script>`,
    ],
  ])('but ready: %s', (_what, body) => {
    expect(judge(body)).toMatchObject({ offline_ready: true, warnings: [] });
  });
});

describe('other paths to a sink: not ready', () => {
  it.each([
    [
      'a list of selectors',
      `<link rel="alternate" href="${X}"><script>document.querySelector('link, a').rel = 'stylesheet'</script>`,
    ],
    [
      'a selector with a quoted text',
      `<link rel="alternate" title="x a.b" href="${X}"><script>document.querySelector('link[title="x a.b"]').rel = 'stylesheet'</script>`,
    ],
    [
      'letters that the analysis uses itself',
      `<script>document.body.innerHTML = '<img src="\ue006">'</script>`,
    ],
    [
      'a style element in markup',
      `<i data-c="body{background:u"></i><script>document.body.innerHTML = '<style>a{}</style>'; document.body.firstElementChild.textContent = 'body{background:url(${X})}'</script>`,
    ],
    [
      'lists in lists',
      `<script>const a = [[[[{ u: '${X}' }]]]].flat(9)[0]; new Image().src = a.u || '${GIF}'</script>`,
    ],
    [
      'data of mixed kinds',
      `<script>JSON.parse('[{"a":1},["${X}"]]').forEach((x) => { if (x.forEach) x.forEach((u) => { new Image().src = u }) })</script>`,
    ],
    [
      'the groups of a match',
      `<script>'${X}'.replace(/(?<u>.*)/, (...a) => { new Image().src = a.at(-1).u || '${GIF}'; return '' })</script>`,
    ],
    [
      'a class name that is compared',
      `<script>document.body.className = 'go'; if (document.body.className === 'go') new Image().src = '${X}'</script>`,
    ],
    [
      'a method of the page with the name of one of the browser',
      `<script>const m = new Map([['a', { setAttribute: () => '${X}' }]]); new Image().src = m.get('a').setAttribute() || '${GIF}'</script>`,
    ],
    [
      'a prototype that is written',
      `<script>const o = {}; o.__proto__ = { toString: () => '<img src="${X}">' }; document.body.innerHTML = '<b>' + o + '</b>'</script>`,
    ],
    [
      'a member that a literal writes after a spread',
      `<script>const o = { ...{ u: '${GIF}' }, u: '${X}' }; new Image().src = o.u</script>`,
    ],
    [
      'a member of all numbers',
      `<script>const p = (1).__proto__; p.u = '${X}'; new Image().src = (2).u || '${GIF}'</script>`,
    ],
  ])('%s', (_how, body) => {
    expect(judge(body).offline_ready).toBe(false);
  });
});

describe('a page whose scripts are proven is ready', () => {
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
      'a member of a spread that the literal replaces, and a comparison that never holds',
      `const f = (o) => { if (o.kind === 'far') new Image().src = o.u }; f({ ...{ kind: 1, u: '${X}' }, kind: 'near' })`,
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

  it('the default of a parameter is no value of an outer variable', () => {
    const page = judgeCode(
      `let u = '${GIF}'; const f = (t, u = 0) => t + u; f(1); new Image().src = u;`,
    );
    expect(page.warnings.map(({ code }) => code)).not.toContain('missing_asset');
  });

  it.each(['caller', 'arguments'])('the member %s of a function is read and written', (name) => {
    const code = `function f(o) { document.title = f.${name}; o.${name} = f } f(JSON.parse(name))`;
    expect(judgeCode(code).publication_mode).toBe('portable');
  });

  it('a byte order mark is no text of the page and declares the encoding', () => {
    const page = `\ufeff<!doctype html><html lang="en"><title>t</title><meta name="viewport" content="x">`;
    expect(analyse(page, ADDRESS).warnings).toEqual([]);
  });
});

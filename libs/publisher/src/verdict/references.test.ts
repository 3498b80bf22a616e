import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.ts';
import { REFERENCES } from './model/references.ts';

const ADDRESS = {
  liveUrl: 'http://p42.localhost:4001/',
  ownHosts: ['localhost:4000', 'localhost:4001'],
};
const X = 'https://elsewhere.example/x';
const js = (code: string): string => `<script>${code}</script>`;
const svg = (inner: string): string => `<svg>${inner}</svg>`;
const css = (text: string): string => `<style>${text}</style>`;
const link = (rel: string): string => `<link rel="${rel}" href="${X}">`;

/** For each row of `REFERENCES`, by its construct, a minimal page in which the construct loads an address of another host. */
const PAGES: Readonly<Record<string, string>> = {
  'script[src]': `<script src="${X}"></script>`,
  'script[nomodule][src]': `<script nomodule src="${X}"></script>`,
  'script[type][src]': `<script type="text/x-template" src="${X}"></script>`,
  'svg script[href]': svg(`<script href="${X}"></script>`),
  'link[rel=stylesheet]': link('StyleSheet'),
  'link[rel=stylesheet][type]': `<link rel="stylesheet" type="text/less" href="${X}">`,
  'img[src]': `<img src="${X}">`,
  'img[srcset]': `<img srcset="data:, 1x, ${X} 2x">`,
  'source[srcset]': `<picture><source srcset="${X}"><img></picture>`,
  'input[type=image]': `<input type="IMAGE" src="${X}">`,
  'video[poster]': `<video poster="${X}"></video>`,
  '[background]': `<body background="${X}">`,
  'svg image[href]': svg(`<image xlink:href="${X}"/>`),
  'svg feImage[href]': svg(`<filter><feImage href="${X}"/></filter>`),
  'svg use[href]': svg(`<use href="${X}#a"/>`),
  'svg animate[attributeName=fill]': svg(
    `<rect><set attributeName="mask" to="url(${X}#a)"/></rect>`,
  ),
  'svg animate[attributeName=href]': svg(
    `<image><animate attributeName="href" values="#a;${X}"/></image>`,
  ),
  'video[src]': `<video src="${X}"></video>`,
  'audio[src]': `<audio src="${X}"></audio>`,
  'source[src]': `<video><source src="${X}"></video>`,
  'track[src]': `<video><track src="${X}"></video>`,
  'model[src]': `<model src="${X}"></model>`,
  'iframe[src]': `<iframe src="${X}"></iframe>`,
  'frame[src]': `<!doctype html><frameset><frame src="${X}"></frameset>`,
  'portal[src]': `<portal src="${X}"></portal>`,
  'embed[src]': `<embed src="${X}">`,
  'object[data]': `<object data="${X}"></object>`,
  'iframe[srcdoc]': `<iframe srcdoc="&lt;img src=${X}&gt;"></iframe>`,
  'meta[http-equiv=refresh]': `<meta http-equiv="Refresh" content="0; URL='${X}'">`,
  '[style]': `<p style="background: url(&quot;${X}&quot;)">`,
  'svg [fill=url()]': svg(`<rect fill="url(${X}#a)"/>`),
  'link[rel=icon]': link('shortcut icon'),
  'link[rel=apple-touch-icon]': link('apple-touch-icon-precomposed'),
  'link[rel=mask-icon]': link('mask-icon'),
  'link[rel=manifest]': link('manifest'),
  'link[rel=preload]': link('preload'),
  'link[imagesrcset]': `<link rel="preload" as="image" imagesrcset="${X} 1x">`,
  'link[rel=modulepreload]': link('modulepreload'),
  'link[rel=compression-dictionary]': link('compression-dictionary'),
  'link[rel=import]': link('import'),
  'link[rel=canonical]': link('canonical'),
  'link[rel=alternate]': link('alternate'),
  'meta[property=og:image]': `<meta property="og:image" content="${X}">`,
  'meta[name=twitter:image]': `<meta name="twitter:image" content="${X}">`,
  '[attributionsrc]': `<img attributionsrc="${X}">`,
  'a[ping]': `<a href="#" ping="#a ${X}">a</a>`,
  'link[rel=dns-prefetch]': link('dns-prefetch'),
  'link[rel=preconnect]': link('preconnect'),
  'link[rel=prefetch]': link('prefetch'),
  'link[rel=prerender]': link('prerender'),
  'script[type=speculationrules]': `<script type="speculationrules">{"prefetch":[{"urls":["${X}"]}]}</script>`,
  'script[type=webbundle]': `<script type="webbundle">{"source":"${X}","resources":[]}</script>`,
  'form[action]': `<form action="${X}"></form>`,
  '[formaction]': `<button formaction="${X}">a</button>`,
  'url()': css(`a { background: u\\72l(${X}) }`),
  'src()': css(`a { background: src("${X}") }`),
  'image-set("…")': css(`a { background: -webkit-image-set("${X}" 1x) }`),
  '@import "…"': css(`@import "${X}";`),
  '@import url()': css(`@IMPORT url(${X}) print;`),
  '@font-face src': css(`@font-face { font-family: a; src: local("a"), url("${X}") }`),
  'import … from': `<script type="module">import a from '${X}'</script>`,
  'export … from': `<script type="module">export * from '${X}'</script>`,
  'import()': js(`import('${X}')`),
  'importShim()': js(`importShim('${X}')`),
  'System.import()': js(`System.import('${X}')`),
  'new Worker()': js(`new Worker('${X}')`),
  'new SharedWorker()': js(`new SharedWorker('${X}')`),
  'importScripts()': js(`importScripts('data:,', '${X}')`),
  'serviceWorker.register()': js(`navigator.serviceWorker.register('${X}')`),
  'worklet.addModule()': js(`CSS.paintWorklet.addModule('${X}')`),
  'fetch()': js(`fetch('${X}')`),
  'fetchLater()': js(`fetchLater('${X}')`),
  'new Request()': js(`new Request('${X}')`),
  'XMLHttpRequest.open()': js(`const x = new XMLHttpRequest(); x.open('GET', '${X}')`),
  'new WebSocket()': js(`new WebSocket('wss://elsewhere.example/x')`),
  'new WebSocketStream()': js(`new WebSocketStream('wss://elsewhere.example/x')`),
  'new WebTransport()': js(`new WebTransport('${X}')`),
  'new EventSource()': js(`new EventSource('${X}')`),
  'navigator.sendBeacon()': js(`navigator.sendBeacon('${X}')`),
  'new Audio()': js(`new Audio('${X}').play()`),
  '.src =': js(`new Image().src = '${X}'`),
  '.srcset =': js(`document.images[0].srcset = '${X}'`),
  '.imageSrcset =': js(`document.links[0].imageSrcset = '${X}'`),
  '.poster =': js(`document.querySelector('video').poster = '${X}'`),
  '.href =': js(`const l = document.createElement('link'); l.href = '${X}'`),
  'xlink:href =': js(
    `const i = document.createElementNS('s', 'image'); i.setAttributeNS('x', 'xlink:href', '${X}')`,
  ),
  'window.open()': js(`window.open('${X}')`),
  '.background =': js(`document.body.background = '${X}'`),
  '.data =': js(`const o = document.createElement('object'); o.data = '${X}'`),
  'location =': js(`location.href = '${X}'`),
  '$.getScript()': js(`$.getScript('${X}')`),
  '$.getJSON()': js(`$.getJSON('${X}')`),
  'require([…])': js(`require(['a', '${X}'])`),
  'document.write()': js(`document.write('<script src="${X}"><\\/script>')`),
  'eval()': js(`eval("fetch('${X}')")`),
};

/**
 * For each row of `REFERENCES` whose address the analysis cannot read, a page with its construct. Only the possibility of a
 * request is reported.
 */
const OPAQUE: Readonly<Record<string, string>> = {
  'new RTCPeerConnection()': js('new RTCPeerConnection({ iceServers: [] })'),
  caches: js(`caches.open('a')`),
  '.baseVal =':
    svg(`<image/>`) +
    js(`const i = document.createElementNS('s', 'image'); i.href.baseVal = '${X}'`),
  '.innerHTML =': js(`document.body.innerHTML = '<img src="' + name + '">'`),
};

/**
 * The warning code that is reported for a page of `PAGES`, by construct, where it differs from the code in the row of
 * `REFERENCES`.
 */
const REPORTED_AS: Readonly<Record<string, string>> = {
  'iframe[srcdoc]': 'external_image',
  'document.write()': 'external_script',
  'eval()': 'runtime_external',
};

describe('the table of references', () => {
  it('has a page that proves each of its constructs', () => {
    const proved = [...Object.keys(PAGES), ...Object.keys(OPAQUE)];
    expect(proved.toSorted()).toEqual(REFERENCES.map(({ construct }) => construct).toSorted());
  });

  it.each(REFERENCES.filter(({ construct }) => construct in PAGES))(
    '$construct is found, reported and classified as $class',
    ({ construct, class: kind, code }) => {
      const verdict = analyse(PAGES[construct] ?? '', ADDRESS);
      const found = verdict.warnings.filter(({ url }) => url?.includes('elsewhere.example'));
      expect(found.map((warning) => warning.code)).toContain(REPORTED_AS[construct] ?? code);
      expect(found.every(({ line, column }) => line === 1 && Number(column) > 0)).toBe(true);
      expect(verdict.publication_mode).toBe(kind === 'required' ? 'online' : 'portable');
      if (kind !== 'navigation' && !/canonical|alternate|og:|twitter|ping/.test(construct))
        expect(verdict.offline_ready).toBe(false);
    },
  );

  it.each(Object.entries(OPAQUE))('%s keeps a page from being ready', (_construct, page) => {
    const verdict = analyse(page, ADDRESS);
    expect(verdict).toMatchObject({ publication_mode: 'portable', offline_ready: false });
    expect(verdict.warnings.map(({ code }) => code)).toContain('runtime_unknown');
  });
});

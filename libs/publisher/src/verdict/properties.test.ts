import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.ts';
import { scanCss } from './css/scan-css.ts';
import { readDataUrl } from './model/data-url.ts';
import { refreshUrl } from './markup/element-references.ts';
import { ImportMap } from './script/import-map.ts';
import { pageBase, resolveUrl, shownUrl } from './model/resolve-url.ts';
import { srcsetUrls } from './model/srcset.ts';

const ADDRESS = { liveUrl: 'http://p42.localhost:4001/', ownHosts: ['localhost:4001'] };
const BASE = pageBase(ADDRESS);

/** Valid and broken pieces of HTML, CSS and JavaScript. Random pages are composed of them. */
// prettier-ignore
const PIECES = [
  '<', '>', '</', '/>', '"', "'", '=', ' ', '\n', '\0', '&amp;', '&#x110000;', '<!--', '-->', '<![CDATA[', ']]>',
  '<script>', '</script>', '<script type=module>', '<style>', '</style>', '<template>', '</template>', '<svg>',
  '<math>', '<table>', '<tr>', '<p>', '<b x>', '</b>', '<noscript>', '</noscript>', '<iframe srcdoc="', '<base href="',
  'src=', 'srcset="a 1x, b', 'href=', 'style="', 'url(', ')', '@import ', 'onclick="', 'https://a.example/', '//b',
  'data:text/html,', 'data:text/html;base64,', '{', '}', '(', '[', ']', '`', '${', '\\', '/*', '*/', '//', 'a', '0',
  'fetch(', 'import(', 'import x from ', 'new Worker(', '.src = ', 'function f(', '=>', 'const a = ', '...', '?.',
  'document.write(', 'eval(', '\u2028', '\ud83d\ude00', 'u\\72l(', ';', ',', '+', 'async ', 'class A { ', '#x', '@media {',
] as const;
const soup = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((parts) => parts.join(''));

describe('the analysis', () => {
  it('accepts any text and always gives the same verdict for the same text', () => {
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ unit: 'binary', maxLength: 200 })), (html) => {
        const verdict = analyse(html, ADDRESS);
        expect(verdict.offline_ready && verdict.publication_mode === 'online').toBe(false);
        expect(analyse(html, ADDRESS)).toEqual(verdict);
      }),
      { numRuns: 600 },
    );
  });

  it('always finds an image after any well-formed markup', () => {
    const tags = ['p', 'div', 'b', 'a', 'ul', 'li', 'table', 'svg', 'button', 'h1', 'em', 'form'];
    const before = fc.array(fc.constantFrom(...tags, ...tags.map((tag) => `/${tag}`)), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(before, (names) => {
        const html = `${names.map((name) => `<${name}>`).join('')}<img src="https://x.example/i">`;
        expect(analyse(html, ADDRESS).publication_mode).toBe('online');
      }),
      { numRuns: 300 },
    );
  });
});

describe('the readers of its parts', () => {
  it('accept any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), fc.webUrl(), (text, url) => {
        srcsetUrls(text);
        refreshUrl(text);
        readDataUrl(`data:${text}`);
        scanCss(text, () => undefined);
        const map = new ImportMap();
        map.add(text, { line: 1, column: 1 });
        map.unused();
        map.targets(text);
        resolveUrl(text, BASE);
        expect(shownUrl(text)).toMatch(/^[\x21-\x7e…]*$/);
        expect(resolveUrl(url, BASE)).toMatchObject({ kind: 'external' });
        // A comma after an address separates candidates of a `srcset`. It does not belong to the address.
        fc.pre(!url.endsWith(','));
        expect(srcsetUrls(`${url} 1x, ${url} 2x`)).toEqual([url, url]);
      }),
    );
  });

  it('find an address in CSS with any escapes', () => {
    const escaped = (char: string): string => `\\${(char.codePointAt(0) ?? 0).toString(16)} `;
    const letters = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean());
    fc.assert(
      fc.property(letters, fc.constantFrom('', '"', "'"), fc.webUrl(), (mask, quote, url) => {
        fc.pre(!/['"()\\]/.test(url));
        const name = [...'url']
          .map((char, at) => (mask[at] === true ? escaped(char) : char))
          .join('');
        const found: string[] = [];
        scanCss(`a{b:${name}(${quote}${url}${quote})}`, ({ raw }) => found.push(raw));
        expect(found).toEqual([url]);
      }),
    );
  });
});

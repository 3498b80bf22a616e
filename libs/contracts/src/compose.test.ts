import type { WebsiteLayer } from './records.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compose } from './compose.ts';

const layer = (part: Partial<WebsiteLayer>): WebsiteLayer => ({
  layer_id: 'l1',
  name: 'Layer',
  kind: 'css',
  order: 0,
  visible: true,
  content: 'p{color:red}',
  ...part,
});
const PAGE = '\ufeff<!doctype html>\r\n<p>\0</p>';

describe('composing', () => {
  it('leaves a page without visible layers as it is, byte for byte', () => {
    const hidden = [layer({ visible: false }), layer({ kind: 'note', content: 'mine alone' })];
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (html) => {
        expect(compose(html, hidden)).toEqual({ text: html, layers: [] });
      }),
    );
  });

  it('adds visible css and html layers behind the page, in their order', () => {
    const composed = compose(PAGE, [
      layer({ layer_id: 'b', order: 2, kind: 'html', content: '<b>B</b>' }),
      layer({ layer_id: 'a', order: 1 }),
      layer({ layer_id: 'n', order: 0, kind: 'note', content: 'mine alone' }),
      layer({ layer_id: 'h', order: 3, visible: false, content: 'hidden' }),
    ]);
    expect(composed.text).toBe(`${PAGE}\n<style data-layer="a">\np{color:red}\n</style>\n<b>B</b>`);
  });

  it('says at which byte each visible layer begins', () => {
    const { text, layers } = compose('<p>ü\u{1f600}</p>', [
      layer({ layer_id: 'a', order: 1, content: 'q{quotes:"»"}' }),
      layer({ layer_id: 'b', order: 2, kind: 'html', content: '<b>B</b>' }),
      layer({ layer_id: 'h', order: 3, visible: false }),
    ]);
    const bytes = Buffer.from(text);
    expect(layers.map(({ start }) => bytes.toString('utf8', start, start + 8))).toEqual([
      '<style d',
      '<b>B</b>',
    ]);
    expect(layers.map(({ layer_id, addedLines }) => [layer_id, addedLines])).toEqual([
      ['a', 1],
      ['b', 0],
    ]);
  });

  it('gives the same text for the same layers in any order of arrival', () => {
    const all = [
      layer({ layer_id: 'x' }),
      layer({ layer_id: 'y' }),
      layer({ layer_id: 'z', order: 1 }),
    ];
    expect(compose(PAGE, all.toReversed())).toEqual(compose(PAGE, all));
  });

  it('lets no css layer end its own element', () => {
    const composed = compose('', [layer({ content: 'a::after{content:"</StYle><script>"}' })]);
    expect(composed.text.match(/<\/style>/gi)).toHaveLength(1);
  });
});

import type { WebsiteLayer } from '@bridge/contracts';
import { expect, test } from 'vitest';
import { layerChanges } from './layer-changes.ts';

const layer = (id: string, more: Partial<WebsiteLayer> = {}): WebsiteLayer => ({
  layer_id: id,
  name: id,
  kind: 'css',
  order: 0,
  visible: true,
  content: 'p {}',
  ...more,
});

// Verifies: console.revisions.
test('layers that were added, removed or changed are described, and equal ones are not', () => {
  const a = [layer('same'), layer('gone'), layer('theme'), layer('print')];
  const b = [
    layer('same'),
    layer('theme', { content: 'h1 {}' }),
    layer('print', { visible: false, order: 3 }),
    layer('new', { kind: 'html' }),
  ];
  expect(layerChanges(a, b)).toEqual([
    { layerId: 'gone', sentence: 'Layer “gone” (css) was removed.', contents: null },
    {
      layerId: 'theme',
      sentence: 'Layer “theme”: its content was changed.',
      contents: { a: 'p {}', b: 'h1 {}' },
    },
    {
      layerId: 'print',
      sentence: 'Layer “print”: order “0” became “3”, is hidden now.',
      contents: null,
    },
    { layerId: 'new', sentence: 'Layer “new” (html) was added.', contents: null },
  ]);
  expect(layerChanges(a, a)).toEqual([]);
});

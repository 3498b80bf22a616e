import { compose, type WebsiteLayer } from '@bridge/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { warningPlaces } from './warning-places.ts';

const line = fc.stringMatching(/^[a-zé\r]{0,4}$/);
const text = fc.array(line, { minLength: 1, maxLength: 5 }).map((lines) => lines.join('\n'));
const layer = fc.record({
  layer_id: fc.stringMatching(/^[a-z]{1,3}$/),
  name: fc.constant('n'),
  kind: fc.constantFrom('html' as const, 'css' as const, 'note' as const),
  order: fc.nat({ max: 3 }),
  visible: fc.boolean(),
  content: text,
});
const layers = fc.uniqueArray(layer, { maxLength: 4, selector: (one) => one.layer_id });

// Verifies: editor.check-places.
test('the place of a warning is the same line of its part, whatever stands before it', () => {
  fc.assert(
    fc.property(text, layers, (html, some: readonly WebsiteLayer[]) => {
      const composed = compose(html, some);
      const page = Buffer.from(composed.text, 'utf8');
      const lines = composed.text.split('\n');
      const places = warningPlaces(
        page,
        composed.layers,
        lines.map((_, at) => ({ line: at + 1, column: 1 })),
      );
      const parts = new Map<string | null, readonly string[]>([
        [null, html.split('\n')],
        ...some.map((one): [string, readonly string[]] => [one.layer_id, one.content.split('\n')]),
      ]);
      for (const [at, place] of places.entries()) {
        const part = parts.get(place?.layer_id ?? null) ?? [];
        const shown = lines[at] ?? '';
        // Composing adds a style element around each CSS layer. The lines of its tags belong to no part of the draft.
        if (/^<\/?style/.test(shown)) continue;
        expect(part[(place?.line ?? 0) - 1]).toBe(shown);
      }
    }),
  );
});

test('a warning without a line has no place', () => {
  expect(warningPlaces(Buffer.from('a'), [], [{}])).toEqual([null]);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPreviewMessage } from './preview-messages.ts';

const read = (message: object): unknown =>
  readPreviewMessage(JSON.stringify({ bridge: 'preview', ...message }));

// Verifies: console.preview.
test('a message of the helper is read, and everything that is larger or of another form is dropped', () => {
  const scroll = { kind: 'scroll', x: 3, y: 40.5, isMoved: true };
  expect(read(scroll)).toEqual(scroll);
  const nowhere = { kind: 'scroll', x: 0, y: 0, isMoved: false };
  expect(read({ kind: 'scroll', x: -1, y: '9' })).toEqual(nowhere);
  expect(read({ kind: 'error', text: 'x'.repeat(3_000) })).toEqual({
    kind: 'error',
    text: 'x'.repeat(1_000),
  });
  expect(read({ kind: 'error', text: 'x'.repeat(5_000) })).toBeNull();
  expect(read({ kind: 'navigate', to: '/account' })).toBeNull();
  expect(readPreviewMessage({ bridge: 'preview', kind: 'ready' })).toBeNull();
  expect(readPreviewMessage('{"kind":"ready"}')).toBeNull();
});

// Verifies: console.preview.
test('no message of a page throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.anything()), (data) => {
      readPreviewMessage(data);
    }),
  );
});

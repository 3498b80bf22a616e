import { expect, test } from 'vitest';
import { isolate, titleOf } from './title-of.ts';

// Verifies: console.odd-titles.
test('a title without a visible character is named by the id of its website', () => {
  for (const title of ['\u200B\u200D\u2060', '\u3164', ' \u00AD ', '\uFEFF\u202E'])
    expect(titleOf({ page_id: 42, title })).toBe('Untitled 42');
  expect(titleOf({ page_id: 42, title: '🌙' })).toBe('🌙');
});

// Verifies: console.odd-titles.
test('a name that could reorder the text around it is isolated, also when it ends the isolation itself', () => {
  expect(isolate('Harbour Lights')).toBe('Harbour Lights');
  expect(isolate('\u202Eopen')).toBe('\u2068\u202Eopen\u2069');
  expect(isolate('שלום')).toBe('\u2068שלום\u2069');
  expect(isolate('\u2069\u202Eopen')).toBe('\u2068\u202Eopen\u2069');
});

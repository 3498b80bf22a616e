import { expect, test } from 'vitest';
import { dictionaryForm } from './dictionary-form.ts';

test.each([
  ['plakaty', ['plakat'], 'plakat'],
  ['kwiatami', ['kwiat'], 'kwiat'],
  ['vasi', ['vaso'], 'vaso'],
  ['polowaniem', ['polowanie'], 'polowanie'],
  // "em" also fits: "ptaki" with an ending of its own is "ptakie".
  ['ptakiem', ['ptakie', 'ptak'], 'ptak'],
])('the longest ending that leads to a term is removed: %s', (word, terms, form) => {
  expect(dictionaryForm(word, new Set(terms))).toBe(form);
});

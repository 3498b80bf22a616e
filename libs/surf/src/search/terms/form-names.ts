import { FORMS, isForm } from '@bridge/archive';
import { indexWords } from '@bridge/search';

const FORM_ALIASES: ReadonlyMap<string, keyof typeof FORMS> = new Map([
  ['photo', 'photograph'],
  ['photography', 'photograph'],
  ['audio', 'recording'],
  ['podcast', 'recording'],
  ['lecture', 'recording'],
  ['movie', 'film'],
  ['magazine', 'periodical'],
  ['newspaper', 'periodical'],
  ['weapon', 'arms'],
  ['armor', 'arms'],
  ['watercolour', 'watercolor'],
  ['pottery', 'ceramic'],
  ['metal', 'metalwork'],
  ['graphic', 'print'],
]);

/**
 * Returns the form of work that a word names: `photograph` for "photos"; null when it names none. The word has no capitals and
 * no accents.
 */
export function formNamed(value: string): keyof typeof FORMS | null {
  // Stemming would change the name of some forms, such as "arms".
  const word = isForm(value) ? value : (indexWords(value)[0] ?? '');
  return isForm(word) ? word : (FORM_ALIASES.get(word) ?? null);
}

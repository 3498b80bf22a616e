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

/** Returns the form that a word (case and accents folded) names: "photos"; null when it names none. */
export function formNamed(value: string): keyof typeof FORMS | null {
  // Stemming changes some forms: "arms".
  const word = isForm(value) ? value : (indexWords(value)[0] ?? '');
  return isForm(word) ? word : (FORM_ALIASES.get(word) ?? null);
}

import { indexWords } from '@bridge/search';

/**
 * Words that companies, workshops and institutions have in their names, as index words. Alone, such a word names no
 * maker: "printing press" is not a wish for the Associated Press.
 */
export const COMPANY_WORDS: ReadonlySet<string> = new Set(
  indexWords(
    'agency association brothers bureau company corporation department factory foundation gallery group industries institute laboratory manufactory manufacture manufacturing museum office press publisher publishing school service society studio university workshop works',
  ),
);

import { indexWords } from '@bridge/search';

/**
 * Words in the names of companies, workshops and institutions, stemmed as in the index. Such a word alone names no maker: the
 * query "printing press" does not mean the Associated Press.
 */
export const COMPANY_WORDS: ReadonlySet<string> = new Set(
  indexWords(
    'agency association brothers bureau company corporation department factory foundation gallery group industries institute laboratory manufactory manufacture manufacturing museum office press publisher publishing school service society studio university workshop works',
  ),
);

import { FORM_WORDS } from '@bridge/archive';
import type { SearchField, SearchTerm } from '@bridge/search';
import type { ExcludedTerm, QueryExclusion } from '../request/request-draft.ts';

/**
 * Words that the import adds to the form field of every record of a kind of work: each watercolor also has "painting" and
 * "drawing".
 */
export const ADDED_WORDS: ReadonlySet<string> = new Set(
  Object.values(FORM_WORDS).flatMap((words) => words.split(' ').slice(1)),
);

/**
 * Returns the terms of those exclusions that a search engine can apply: exclusions of one thing ("no prints"), without a second
 * condition or years. The scoring applies all exclusions.
 */
export function engineExclusions(exclusions: readonly QueryExclusion[]): SearchTerm[] {
  return exclusions.flatMap(({ parts, years }) => {
    const [only, ...others] = parts;
    return only === undefined || others.length > 0 || years !== undefined
      ? []
      : only.map(engineTerm);
  });
}

function engineTerm({ words, fields }: ExcludedTerm): SearchTerm {
  const own: readonly SearchField[] = words.some((word) => ADDED_WORDS.has(word))
    ? fields.filter((field) => field !== 'form')
    : fields;
  return { words, fields: own };
}

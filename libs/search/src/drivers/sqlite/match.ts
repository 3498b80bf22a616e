import {
  type SearchClause,
  type FacetAndYearFilter,
  type QueryInterpretation,
  type SearchTerm,
} from '../../interpretation.ts';
import { holdsTerm } from '../../document-match.ts';
import { SEARCH_FIELDS } from '../../search-document.ts';
import { facetWord } from './schema.ts';

const ALL_FIELDS = `{${SEARCH_FIELDS.join(' ')}}`;

/** Matches the characters at which SQLite's ASCII tokenizer separates words: ASCII except letters and digits. */
const SEPARATORS = /[^A-Za-z0-9\u0080-\u{10ffff}]+/u;
/** A word that occurs in no document, used for a term without letters and digits. */
const UNMATCHED = 'xnothingq';

/** Quotes words for FTS5, so that none is an operator; each separately, because two in one string would be a phrase. */
function quoted(words: readonly string[]): string[] {
  const parts = words.flatMap((word) => word.split(SEPARATORS).filter((part) => part !== ''));
  return (parts.length === 0 ? [UNMATCHED] : parts).map((part) => `"${part}"`);
}

function termExpression({ words, fields }: SearchTerm): string {
  const scope = fields === undefined || fields.length === 0 ? ALL_FIELDS : `{${fields.join(' ')}}`;
  // The index stores no positions (detail = column), so a phrase is searched as single words and checked later.
  const all = quoted(words).join(' AND ');
  return `${scope} : (${all})`;
}

/** Cache of the FTS5 expression of each clause. The interpretations of a query share clause objects. */
const clauseExpressions = new WeakMap<SearchClause, string>();

function clauseExpression(clause: SearchClause): string {
  const known = clauseExpressions.get(clause);
  if (known !== undefined) return known;
  // FTS5 refuses empty parentheses, so a clause without alternatives gets a term that no document matches.
  const any = clause.any.length === 0 ? [{ words: [] }] : clause.any;
  const expression = `(${any.map(termExpression).join(' OR ')})`;
  clauseExpressions.set(clause, expression);
  return expression;
}

function facetExpressions(facets: FacetAndYearFilter['facets']): string[] {
  return Object.entries(facets ?? {}).map(
    ([facet, values]) =>
      `facets : (${quoted(values.map((value) => facetWord(facet, value))).join(' OR ')})`,
  );
}

/** A filter that every document meets. FTS5 cannot search for documents without a word only. */
const EVERY_DOCUMENT = { image: ['yes', 'no'] } as const;

/** Converts an interpretation to an FTS5 expression; null when it has no word and no facet. */
export function matchExpression(interpretation: QueryInterpretation): string | null {
  const { all, filter } = interpretation;
  const wanted = [...all.map(clauseExpression), ...facetExpressions(filter?.facets)];
  if (wanted.length === 0 && filter?.not !== undefined)
    wanted.push(...facetExpressions(EVERY_DOCUMENT));
  if (wanted.length === 0) return null;
  // The full-text table stores no positions of words, so NOT with a phrase would exclude documents that contain its words apart
  // from each other. Excluded phrases are checked in the text of the document instead.
  const not = [
    ...(interpretation.none ?? []).filter((one) => !isPhrase(one)).map(termExpression),
    ...facetExpressions(filter?.not),
  ];
  const expression = wanted.join(' AND ');
  return not.length === 0 ? expression : `(${expression}) NOT (${not.join(' OR ')})`;
}

function isPhrase({ words, phrase }: SearchTerm): boolean {
  return phrase === true && words.length > 1;
}

/**
 * True when a document contains the phrases and none of the exclusions of an interpretation. `text`: the words of the document,
 * one line per field.
 */
export function holdsPhrases(text: string, interpretation: QueryInterpretation): boolean {
  const fields = text.split('\n');
  return (
    interpretation.all.every(
      ({ any }) => !any.some(isPhrase) || any.some((t) => holdsTerm(fields, t)),
    ) && !(interpretation.none ?? []).some((t) => holdsTerm(fields, t))
  );
}

/** True when an interpretation contains a phrase, so that found documents must be checked with `holdsPhrases`. */
export function hasPhrase(interpretation: QueryInterpretation): boolean {
  return (
    interpretation.all.some(({ any }) => any.some(isPhrase)) ||
    (interpretation.none ?? []).some(isPhrase)
  );
}

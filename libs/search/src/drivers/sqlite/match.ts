import {
  type Clause,
  type Filter,
  type Reading,
  SEARCH_FIELDS,
  type Term,
} from '../../search-index.ts';
import { facetWord } from './schema.ts';

const ALL_FIELDS = `{${SEARCH_FIELDS.join(' ')}}`;

/** A word as an FTS5 string: quoted always, so that no word is ever an operator. */
function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}

function term({ words, fields }: Term): string {
  const scope = fields === undefined || fields.length === 0 ? ALL_FIELDS : `{${fields.join(' ')}}`;
  // Positions are not indexed (detail = column): a phrase is its words here and is checked on the document.
  const all = words.map(quoted).join(' AND ');
  return `${scope} : (${all})`;
}

function clause({ any }: Clause): string {
  return `(${any.map(term).join(' OR ')})`;
}

function facets(filter: Filter | undefined): string[] {
  return Object.entries(filter?.facets ?? {}).map(
    ([facet, values]) =>
      `facets : (${values.map((value) => quoted(facetWord(facet, value))).join(' OR ')})`,
  );
}

/** The reading as an FTS5 expression; null when it asks for no word and no facet. */
export function matchExpression(reading: Reading): string | null {
  const wanted = [...reading.all.map(clause), ...facets(reading.filter)];
  if (wanted.length === 0) return null;
  // An excluded phrase is checked on the document: without positions NOT would exclude its words anywhere.
  const not = (reading.none ?? []).filter((one) => !isPhrase(one)).map(term);
  const expression = wanted.join(' AND ');
  return not.length === 0 ? expression : `(${expression}) NOT (${not.join(' OR ')})`;
}

function isPhrase({ words, phrase }: Term): boolean {
  return phrase === true && words.length > 1;
}

function holdsTerm(
  fields: readonly string[],
  { words, fields: wanted, phrase: adjacent }: Term,
): boolean {
  if (adjacent !== true && words.length > 1) {
    return words.every((word) =>
      holdsTerm(fields, { words: [word], ...(wanted === undefined ? {} : { fields: wanted }) }),
    );
  }
  const phrase = ` ${words.join(' ')} `;
  return fields.some((text, at) => {
    const name = SEARCH_FIELDS[at];
    if (name === undefined || (wanted !== undefined && wanted.length > 0 && !wanted.includes(name)))
      return false;
    return ` ${text} `.includes(phrase);
  });
}

/** Whether the document's fields hold the phrases of the reading, which the full-text table cannot tell. */
export function holdsPhrases(fields: readonly string[], reading: Reading): boolean {
  return (
    reading.all.every(({ any }) => !any.some(isPhrase) || any.some((t) => holdsTerm(fields, t))) &&
    !(reading.none ?? []).some((t) => holdsTerm(fields, t))
  );
}

/** True when the reading has a phrase, so that `holdsPhrases` must be asked. */
export function hasPhrase(reading: Reading): boolean {
  return reading.all.some(({ any }) => any.some(isPhrase)) || (reading.none ?? []).some(isPhrase);
}

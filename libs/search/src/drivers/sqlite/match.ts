import { type Clause, type Filter, type Reading, type Term } from '../../search-index.ts';
import { SEARCH_FIELDS } from '../../search-document.ts';
import { facetWord } from './schema.ts';

const ALL_FIELDS = `{${SEARCH_FIELDS.join(' ')}}`;

/** What the tokenizer takes for no part of a word: all of ASCII but letters and digits. */
const NO_WORD = /[^A-Za-z0-9\u0080-\u{10ffff}]+/u;
/** Stands for a word without any letter or digit; no document holds it. */
const NOTHING = 'xnothingq';

/** Words as FTS5 strings: quoted always, so that none is an operator, and never two in one, which were a phrase. */
function quoted(words: readonly string[]): string[] {
  const parts = words.flatMap((word) => word.split(NO_WORD).filter((part) => part !== ''));
  return (parts.length === 0 ? [NOTHING] : parts).map((part) => `"${part}"`);
}

function term({ words, fields }: Term): string {
  const scope = fields === undefined || fields.length === 0 ? ALL_FIELDS : `{${fields.join(' ')}}`;
  // Positions are not indexed (detail = column): a phrase is its words here and is checked on the document.
  const all = quoted(words).join(' AND ');
  return `${scope} : (${all})`;
}

function clause({ any }: Clause): string {
  return `(${any.map(term).join(' OR ')})`;
}

function facets(filter: Filter | undefined): string[] {
  return Object.entries(filter?.facets ?? {}).map(
    ([facet, values]) =>
      `facets : (${quoted(values.map((value) => facetWord(facet, value))).join(' OR ')})`,
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

/** Whether the document's fields, a line each, hold the phrases of the reading, which the full-text table cannot tell. */
export function holdsPhrases(text: string, reading: Reading): boolean {
  const fields = text.split('\n');
  return (
    reading.all.every(({ any }) => !any.some(isPhrase) || any.some((t) => holdsTerm(fields, t))) &&
    !(reading.none ?? []).some((t) => holdsTerm(fields, t))
  );
}

/** True when the reading has a phrase, so that `holdsPhrases` must be asked. */
export function hasPhrase(reading: Reading): boolean {
  return reading.all.some(({ any }) => any.some(isPhrase)) || (reading.none ?? []).some(isPhrase);
}

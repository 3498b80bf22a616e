import { BoundedResultCache } from '../memo.ts';
import { httpUrl } from './clean.ts';

/** Whether the media of a work may be used: freely (`open`), under conditions (`restricted`), or unknown. */
export type RightsCategory = 'open' | 'restricted' | 'unknown';

/** A rights statement: its URI, label and category. */
export interface RightsStatement {
  readonly uri: string;
  readonly label: string;
  readonly category: RightsCategory;
}

/** URI of CC0, under which all built-in sources publish their metadata. */
export const CC0 = 'https://creativecommons.org/publicdomain/zero/1.0/';
const PUBLIC_DOMAIN_MARK = 'https://creativecommons.org/publicdomain/mark/1.0/';
/** URI of the statement that the media is in copyright. */
export const IN_COPYRIGHT = 'http://rightsstatements.org/vocab/InC/1.0/';
/** URI of the statement that the copyright was not evaluated. */
export const NOT_EVALUATED = 'http://rightsstatements.org/vocab/CNE/1.0/';
/** URI of the statement that the media is free in the United States only. */
export const NO_COPYRIGHT_US = 'http://rightsstatements.org/vocab/NoC-US/1.0/';

/** Known rights statements: a pattern of the URI, the label and the category of each. */
const STATEMENTS: readonly (readonly [RegExp, string, RightsCategory])[] = [
  [/publicdomain\/zero\//, 'CC0 1.0', 'open'],
  [/publicdomain\/mark\//, 'Public Domain Mark 1.0', 'open'],
  [/licenses\/by\/(\d\.\d)/, 'CC BY', 'open'],
  [/licenses\/by-sa\/(\d\.\d)/, 'CC BY-SA', 'open'],
  [/licenses\/by-(?:nc|nd)/, 'CC BY with non-commercial or no-derivatives terms', 'restricted'],
  [/vocab\/InC/, 'In Copyright', 'restricted'],
  [/vocab\/NoC-US\//, 'No Copyright – United States', 'restricted'],
  [/vocab\/NoC-/, 'No Copyright – other restrictions apply', 'restricted'],
  [/vocab\/CNE\//, 'Copyright Not Evaluated', 'unknown'],
  [/vocab\/UND\//, 'Copyright Undetermined', 'unknown'],
  [/vocab\/NKC\//, 'No Known Copyright', 'unknown'],
];

/**
 * Returns label and category of a rights URI; "Copyright Not Evaluated" for an unknown URI. The date of the work is not used.
 */
export function rightsOf(uri: string): RightsStatement {
  return known.get(uri, () => statementOf(uri));
}

const KNOWN_MAX = 1_000;
const known = new BoundedResultCache<RightsStatement>(KNOWN_MAX);

function statementOf(uri: string): RightsStatement {
  // References contain this text as a link, and an earlier import stored the whole rights text of a record.
  const statement = httpUrl(uri) === uri ? STATEMENTS.find(([path]) => path.test(uri)) : undefined;
  if (statement === undefined)
    return { uri: NOT_EVALUATED, label: 'Copyright Not Evaluated', category: 'unknown' };
  return { uri, label: statement[1], category: statement[2] };
}

/** Returns the rights URI for the public-domain flag of a source's record: CC0 when the flag is set. */
export function byFlag(open: boolean): string {
  return open ? CC0 : NOT_EVALUATED;
}

const PUBLIC_DOMAIN =
  /^(?:pdm|public domain(?: mark)?|gemeinfrei|domaine public|dominio p[uú]bli?co|pubblico dominio|publiek domein|dom[ií]nio p[uú]blico|domena publiczna)(?!\p{L})/iu;
const PROTECTED =
  /^(?:in copyright|all rights reserved|urheberrechtlich gesch[uü]tzt|alle rechte vorbehalten|tous droits r[eé]serv[eé]s|todos los derechos|tutti i diritti|alle rechten)(?!\p{L})/iu;
/** Matches a licence such as "CC BY-SA 4.0"; without a version the licence is unknown. */
const LICENCE = /^cc[- ](by(?:[- ](?:nc|sa|nd))*)[- ](\d\.\d)\b/i;

/** Matches the URLs in a rights text; the two hosts of rights statements are often written without `https://`. */
const ADDRESSES =
  /(?:https?:\/\/|\b(?:www\.)?(?=(?:creativecommons|rightsstatements)\.org\/))[!#-&*-;=?-~]+/gi;

/**
 * Converts a source's rights text ("CC0", a licence URL) to a URI: the first URL of a known statement in the text, else that of
 * the words at its beginning; for an unknown text, that of the statement “Copyright Not Evaluated”.
 */
export function rightsFromWords(text: string): string {
  const words = text.trim();
  for (const [found] of words.matchAll(ADDRESSES)) {
    const address = found.replace(/[.,;:]+$/, '');
    if (STATEMENTS.some(([path]) => path.test(address)))
      return /^https?:/i.test(address) ? address : `https://${address}`;
  }
  if (/^cc0\b/i.test(words)) return CC0;
  if (PUBLIC_DOMAIN.test(words)) return PUBLIC_DOMAIN_MARK;
  if (PROTECTED.test(words)) return IN_COPYRIGHT;
  const licence = LICENCE.exec(words);
  if (licence === null) return NOT_EVALUATED;
  return `https://creativecommons.org/licenses/${(licence[1] ?? '').toLowerCase().replaceAll(' ', '-')}/${licence[2] ?? ''}/`;
}

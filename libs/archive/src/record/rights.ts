import { Memo } from '../memo.ts';

/** Whether a reference's media may be used: open, only under conditions, or not known. */
export type RightsCategory = 'open' | 'restricted' | 'unknown';

/** A rights statement by its URI. */
export interface Rights {
  readonly uri: string;
  readonly label: string;
  readonly category: RightsCategory;
}

/** The dedication under which every source gives its metadata. */
export const CC0 = 'https://creativecommons.org/publicdomain/zero/1.0/';
const PUBLIC_DOMAIN_MARK = 'https://creativecommons.org/publicdomain/mark/1.0/';
/** The media is protected. */
export const IN_COPYRIGHT = 'http://rightsstatements.org/vocab/InC/1.0/';
/** Whether the media is protected was not evaluated. */
export const NOT_EVALUATED = 'http://rightsstatements.org/vocab/CNE/1.0/';
/** Free in the United States only. */
export const NO_COPYRIGHT_US = 'http://rightsstatements.org/vocab/NoC-US/1.0/';

/** The statements of rightsstatements.org and Creative Commons by the path that names them. */
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
 * Label and category of a rights URI; "Copyright Not Evaluated" for an unknown one. Never derived from a date: the age of a
 * work says nothing about its photograph.
 */
export function rightsOf(uri: string): Rights {
  return known.get(uri, () => statementOf(uri));
}

const KNOWN_MAX = 1_000;
const known = new Memo<Rights>(KNOWN_MAX);

function statementOf(uri: string): Rights {
  const statement = STATEMENTS.find(([path]) => path.test(uri));
  if (statement === undefined)
    return { uri: NOT_EVALUATED, label: 'Copyright Not Evaluated', category: 'unknown' };
  return { uri, label: statement[1], category: statement[2] };
}

/** The media's statement from a source's public-domain flag. */
export function byFlag(open: boolean): string {
  return open ? CC0 : NOT_EVALUATED;
}

const PUBLIC_DOMAIN =
  /^(?:pdm|public domain(?: mark)?|gemeinfrei|domaine public|dominio p[uú]bli?co|pubblico dominio|publiek domein|dom[ií]nio p[uú]blico|domena publiczna)(?!\p{L})/iu;
const PROTECTED =
  /^(?:in copyright|all rights reserved|urheberrechtlich gesch[uü]tzt|alle rechte vorbehalten|tous droits r[eé]serv[eé]s|todos los derechos|tutti i diritti|alle rechten)(?!\p{L})/iu;
/** "CC BY-SA 4.0". Without its version the licence is not known. */
const LICENCE = /^cc[- ](by(?:[- ](?:nc|sa|nd))*)[- ](\d\.\d)\b/i;

/** A statement as a source words it ("CC0", a licence address), as URI; not evaluated when it says nothing known. */
export function rightsFromWords(words: string): string {
  if (/^cc0\b/i.test(words)) return CC0;
  if (PUBLIC_DOMAIN.test(words)) return PUBLIC_DOMAIN_MARK;
  if (PROTECTED.test(words)) return IN_COPYRIGHT;
  const licence = LICENCE.exec(words);
  if (licence !== null)
    return `https://creativecommons.org/licenses/${(licence[1] ?? '').toLowerCase().replaceAll(' ', '-')}/${licence[2] ?? ''}/`;
  return STATEMENTS.some(([path]) => path.test(words)) ? words : NOT_EVALUATED;
}

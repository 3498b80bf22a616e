import type { WorkCreator } from './archive-record.ts';

/** Matches a biography in brackets after a name: "(Japanese, 1797-1858)", "(active 1480s)", "(Dutch, 1813 (?)-54)". */
const BIO = /\s*\(((?:[^()]|\([^()]*\))*)\)\s*$/;
/** Matches the mark of an uncertain maker after the name: "Giacinto Melillo (Italian, 1846-1915) (?)". */
const UNCERTAIN = /\s*(?:\(\s*\?\s*\)|\[\s*\?\s*\])$/;
/** Matches words after a biography that lead to another maker: "Giacomo Francia (Italian, 1486-1557) or", "and studio". */
const OTHER_MAKER =
  /(?<=\))\s+(?:or|and)(?: (?:workshop|studio|followers?|assistants?|pupils?))?$/i;
const LIFE = /(?:\b(?:b\.|born|c\.|ca\.)\s*)?(\d{3,4})\s*[-–—]\s*(?:c\.|ca\.)?\s*(\d{2,4})?/;
const BORN = /\b(?:born|b\.)\D{0,40}?(\d{4})/;
const DIED = /\b(?:died|d\.)\D{0,40}?(\d{4})/;
const NOT_A_PEOPLE = /\d|^(?:born|died|active|est|founded|act)\b|^$/i;

/** The nationality and the life dates of a maker. */
export interface MakerBio {
  readonly nationality?: string;
  readonly birth?: number;
  readonly death?: number;
}

/** Parses a biography such as "American, born the Netherlands. 1904–1997"; unknown parts are left out. */
export function parseBio(text: string): MakerBio {
  const bio = text
    .replace(/\s*\(\s*\?\s*\)/g, '')
    .replace(/^\s*\(|\)\s*$/g, '')
    .trim();
  const people = (bio.split(/[,.;]/)[0] ?? '').trim();
  const life = LIFE.exec(bio);
  const birth = life?.[1] ?? BORN.exec(bio)?.[1];
  const death = life?.[2] ?? DIED.exec(bio)?.[1];
  return {
    ...(NOT_A_PEOPLE.test(people) || people.length > 40 ? {} : { nationality: people }),
    ...(birth === undefined ? {} : { birth: Number(birth) }),
    ...(death === undefined || death.length < 3 ? {} : { death: Number(death) }),
  };
}

/** Patterns of the words before a maker's name, such as "attributed to", each with the role that they give to the maker. */
const ROLES: readonly (readonly [RegExp, string])[] = [
  [/^(?:[Cc]opy )?after\s+(?=\p{Lu})/u, 'after'],
  [/^(?:previously|formerly) attributed to\s+/i, 'formerly attributed to'],
  [/^(?:attributed to|attrib\. to|attr\. to)\s+/i, 'attributed to'],
  [
    /^(?:school|circle|workshop|studio|follower|manner|style|imitator|pupil) of\s+/i,
    'in the manner of',
  ],
  [/^(?:possibly|probably)\s+(?=\p{Lu})/iu, 'attributed to'],
  [/^(?:published by|publisher:?)\s+/i, 'publisher'],
  [/^by\s+(?=\p{Lu})/iu, ''],
];
const DATE_WORD = '(?:approximately|about|after|before|ca?\\.)\\s*';
/** Matches life dates without brackets: "Longacre, James, 1794-1869", "active 1890", "approximately 1800-1860", "-1850". */
const LIFE_DATES = new RegExp(
  `(?:,?\\s*(?:(?<!\\p{L})(?:(?:born|died|active|flourished|b\\.|d\\.|fl\\.)\\s*|${DATE_WORD})){0,3}\\d{4}\\??\\s*[-–—]?\\s*(?:(?:${DATE_WORD})?\\d{4}\\??)?|,\\s*[-–—]\\s*\\d{4}\\??|,\\s*active \\d{1,2}(?:st|nd|rd|th) century)$`,
  'iu',
);
const UNKNOWN =
  /^(?:unknown|anonymous|artist unknown|unidentified|various(?: artists)?|not found|n\/a|no artist|maker unknown)?$/i;
/** Matches the words of other European languages for an unknown maker. */
const UNKNOWN_ELSEWHERE =
  /^(?:(?:künstler(?:in)? )?unbekannt(?:e[rs]?)?(?: künstler(?:in)?| meister)?|anonym(?:e|us|ní)?|(?:auteur |artiste )?inconnue?|(?:autor |artista )?(?:desconocid[oa]|desconhecid[oa]|ignoto)|an[oóô]nim[oa]|(?:kunstenaar )?onbekend|anoniem|(?:autor )?(?:nieznany|neznámý)|anonim)$/i;
/** Matches "unknown Japanese" and "Unknown photographer", which contain no name but perhaps a nationality. */
const UNKNOWN_OF = /^(?:unknown|anonymous|unidentified)[,\s]+(?:artist[,\s]+)?(.+)$/i;
const NO_PEOPLE =
  /(?:artist|maker|photographer|printer|designer|author|architect|manufacturer|studio|publisher)$/i;

/**
 * Parses a maker's name: removes life dates and nationality, turns "Surname, Given" round, and converts "after" and
 * "attributed to" to a role. Null when the text contains no name.
 */
export function parseName(text: string, bio: MakerBio = {}): WorkCreator | null {
  const whole = text.trim().replace(/\s+/g, ' ').replace(OTHER_MAKER, '');
  const isUncertain = UNCERTAIN.test(whole);
  let name = whole.replace(UNCERTAIN, '');
  let own = bio;
  const bracket = BIO.exec(name);
  if (bracket !== null) {
    own = { ...parseBio(bracket[1] ?? ''), ...bio };
    name = name.slice(0, bracket.index).trim();
  }
  let role = isUncertain ? 'attributed to' : '';
  for (const [shape, meaning] of ROLES) {
    if (!shape.test(name)) continue;
    name = name.replace(shape, '');
    role = meaning;
    break;
  }
  name = name.replace(LIFE_DATES, '').trim();
  if (UNKNOWN.test(name) || UNKNOWN_ELSEWHERE.test(name)) return null;
  const people = UNKNOWN_OF.exec(name)?.[1];
  if (people !== undefined) return null;
  const sort = /^([^,]+?) ?, ([^,]+)$/.exec(name);
  // The comma in "Smith, Jr." and "Doe & Co., Ltd." does not separate surname and given name.
  const turned =
    sort !== null &&
    !/^(?:jr|sr|inc|ltd|co|ii|iii|iv|llc|architects?|designers?)\b\.?/i.test(sort[2] ?? '');
  return {
    name: turned ? `${sort[2] ?? ''} ${sort[1] ?? ''}` : name,
    ...(turned ? { sortName: name } : {}),
    ...(role === '' ? {} : { role }),
    ...own,
  };
}

/** Returns the nationality in a text without a name: "unknown Japanese" → "Japanese"; empty when the text contains none. */
export function peopleOfUnknown(text: string): string {
  const people = UNKNOWN_OF.exec(text.trim())?.[1] ?? '';
  return NO_PEOPLE.test(people) ? '' : people;
}

/** Returns a name with umlauts as digraphs, as people type it: Dürer → Duerer; null when there is no umlaut. */
export function digraphs(name: string): string | null {
  const typed = name
    .normalize('NFC')
    .replace(/[äæöøüåÄÆÖØÜÅ]/g, (letter) => DIGRAPHS[letter.toLowerCase()] ?? letter);
  return typed === name.normalize('NFC') ? null : typed;
}
const DIGRAPHS: Readonly<Record<string, string>> = {
  ä: 'ae',
  æ: 'ae',
  ö: 'oe',
  ø: 'oe',
  ü: 'ue',
  å: 'aa',
};

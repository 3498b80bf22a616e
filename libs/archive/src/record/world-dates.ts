import type { WorkDate } from './archive-record.ts';
import { parseDate } from './dates.ts';

/** Replacements for date words in German, French, Spanish, Italian, Dutch, Polish and Czech, applied in this order. */
const DATE_WORDS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:v(?:or|oor)?\.? ?(?:chr(?:istus|isti(?: geburt)?)?\b|u\. ?z\b)|av(?:ant)?\.? ?j(?:[eé]sus)?\.?[ -]{0,2}c(?:hrist)?\b|avanti cristo\b|antes de cristo\b|a\. ?c\b|p\. ?n\. ?e\b|př\. ?n\. ?l\b)\.?/g,
    'bc',
  ],
  [
    /\b(?:n(?:ach|a)?\.? ?(?:chr(?:istus|isti(?: geburt)?)?\b|u\. ?z\b)|ap(?:r|r[eè]s)?\.? ?j(?:[eé]sus)?\.?[ -]{0,2}c(?:hrist)?\b|dopo cristo\b|despu[eé]s de cristo\b|d\. ?c\b|n\. ?[el]\b)\.?/g,
    'ad',
  ],
  [/\b(\d{3})0er(?: jahren?)?\b/g, '$10s'],
  [/\b(?:ann[eé]es|a[nñ]os|anni|jaren) (\d{3})0\b/g, '$10s'],
  [
    /\b(?:1\.|erste) h[aä]lfte (?:des |d\. )?|\b1[eè]?re moiti[eé] (?:du |de )?|\bpremi[eè]re moiti[eé] (?:du )?|\bprimera mitad (?:del )?|\bprima met[aà] (?:del )?|\beerste helft /g,
    'first half ',
  ],
  [
    /\b(?:2\.|zweite) h[aä]lfte (?:des |d\. )?|\b2n?d?[eè]?m?e? moiti[eé] (?:du |de )?|\b(?:seconde|deuxi[eè]me) moiti[eé] (?:du )?|\bsegunda mitad (?:del )?|\bseconda met[aà] (?:del )?|\btweede helft /g,
    'second half ',
  ],
  [/\b1\. viertel (?:des )?/g, '1st quarter '],
  [/\b2\. viertel (?:des )?/g, '2nd quarter '],
  [/\b3\. viertel (?:des )?/g, '3rd quarter '],
  [/\b4\. viertel (?:des )?/g, '4th quarter '],
  [
    /\b(?:anfang|beginn|fr[uü]he[sr]?|d[eé]but(?: du)?|principios(?: del)?|inizio(?: del)?|begin)(?= |\b)/g,
    'early',
  ],
  [/\b(?:mitte|milieu(?: du)?|mediados(?: del)?|met[aà](?: del)?|midden)(?= |\b)/g, 'mid'],
  [
    /\b(?:ende|sp[aä]te[sr]?|fin(?: du)?|fines(?: del)?|finales(?: del)?|fine(?: del)?|eind)(?= |\b)/g,
    'late',
  ],
  [
    /\b(?:um|gegen|etwa|zirka|vers|env\.?|environ|hacia|hac\.?|circa|verso|omstreeks|rond|ok\.|około|kolem)(?= )/g,
    'about',
  ],
  [/\b(?:vor|avant|antes de|prima del|voor|przed|před)(?= )/g, 'before'],
  [/\b(?:nach|apr[eè]s|despu[eé]s de|dopo il|na|po)(?= )/g, 'after'],
  [/\b(?:zwischen|entre|tra il|tra|tussen|między|mezi)(?= )/g, 'between'],
  [/(?<=\d{3}0s ?)(?:bis|und|et|y|e|tot|en|i|a)(?= \d)/g, ' to'],
  [/(?<=\d{3,4} )(?:bis|und|et|[aà]|y|e|e il|tot|en|i|a)(?= \d)/g, 'to'],
  [/(?<=century )(?:bis|und|et|[aà]|y|e|tot|en|i|a)(?= )/g, 'to'],
];
/** The words for a century: "Jahrhundert", "Jh.", "siècle", "eeuw", "století", "secolo", "siglo". */
const CENTURY =
  '(?:jahrhunderts?|jhdt?s?\\b\\.?|jhs?\\b\\.?|si[eè]cles?|eeuw|stolet[ií](?!\\p{L})|stol\\.|secol[oi]|sec\\.|siglo)';
/** Matches a century with a number: "19. Jh.", "18. Jahrhundert", "19e eeuw", "19e siècle". */
const ARABIC_CENTURY = new RegExp(`\\b(\\d{1,2})(?:\\.|er|e|[eè]me)? ?${CENTURY}`, 'gu');
/** Words between two centuries: "15. bis 16. Jahrhundert", "XVIe et XVIIe siècles". */
const BETWEEN = '(?: ?[/–-] ?| (?:bis|und|oder|et|ou|y|e|en|tot|i|a|à|au|do) )';
/** A word between two centuries that names a part of the second one: "fin XVIe - début XVIIe siècle". */
const SECOND_PART = '(?:\\p{L}{3,10}\\.? (?:du |del |des )?)?';
/** Matches the first of two centuries: "18./19. Jh.", "16.–17. Jahrhundert". */
const TWO_CENTURIES = new RegExp(
  `\\b(\\d{1,2})(?:\\.|er|e|[eè]me)?${BETWEEN}(?=${SECOND_PART}\\d{1,2}(?:\\.|er|e|[eè]me)? ?${CENTURY})`,
  'gu',
);
const ROMAN_NUMBER = '([ivx]{1,5})(?:er|e|[eè]me)?';
const ROMAN_CENTURY_WORD = '(?:si[eè]cles?|s\\.|secol[oi]|sec\\.|w\\.|wiek|století)';
const TWO_ROMAN_CENTURIES = new RegExp(
  `\\b${ROMAN_NUMBER}${BETWEEN}(?=${SECOND_PART}[ivx]{1,5}(?:er|e|[eè]me)? ?${ROMAN_CENTURY_WORD})`,
  'gu',
);
const TWO_CENTURIES_BEFORE = new RegExp(
  `\\b(?:siglos?|ss?\\.|secol[oi]|secc?\\.|s[eé]culos?) ([ivx]{1,5})${BETWEEN}([ivx]{1,5})\\b`,
  'gu',
);
const CENTURY_BEFORE = /\b(?:siglo|s\.|secolo|sec\.|s[eé]culo) ([ivx]{1,5})\b/g;
const ROMAN_CENTURY = new RegExp(`\\b${ROMAN_NUMBER} ?${ROMAN_CENTURY_WORD}`, 'gu');
const ROMAN = [
  'i',
  'ii',
  'iii',
  'iv',
  'v',
  'vi',
  'vii',
  'viii',
  'ix',
  'x',
  'xi',
  'xii',
  'xiii',
  'xiv',
  'xv',
  'xvi',
  'xvii',
  'xviii',
  'xix',
  'xx',
  'xxi',
];

function englishCentury(number: string): string {
  return `${number}th century`;
}

function romanCentury(whole: string, roman: string): string {
  const number = ROMAN.indexOf(roman) + 1;
  return number === 0 ? whole : englishCentury(String(number));
}

/** Translates the date words of a text to English, because the rules of date-rules.ts know English words only. */
function englishDate(text: string): string {
  let english = text
    .toLowerCase()
    .replace(TWO_CENTURIES, (_, number: string) => `${englishCentury(number)} - `)
    .replace(ARABIC_CENTURY, (_, number: string) => englishCentury(number))
    .replace(TWO_CENTURIES_BEFORE, (_, first: string, second: string) =>
      [first, second].map((roman) => romanCentury(roman, roman)).join(' - '),
    )
    .replace(TWO_ROMAN_CENTURIES, (_, roman: string) => `${romanCentury(roman, roman)} - `)
    .replace(CENTURY_BEFORE, romanCentury)
    .replace(ROMAN_CENTURY, romanCentury);
  for (const [words, meaning] of DATE_WORDS) english = english.replace(words, meaning);
  return english;
}

/** Parses a date text in English, German, French, Spanish, Italian, Dutch, Polish or Czech, like `parseDate`. */
export function worldDate(text: string, yearMax: number): WorkDate {
  if (!/[^\W\d_]|[^\0-\x7f]/.test(text)) return parseDate(text, yearMax);
  return { ...parseDate(englishDate(text), yearMax), text };
}

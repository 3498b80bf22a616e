import type { WorkDate } from './archive-record.ts';
import { parseDate } from './dates.ts';

/** Replacements for date words in German, French, Spanish, Italian, Dutch, Polish and Czech, applied in this order. */
const DATE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bv\. ?(?:chr|u\. ?z)\.?|\bav\. ?j\.?-?c\.?|\ba\. ?c\.|\bv\. ?chr\b|\bp\. ?n\. ?e\./g, 'bc'],
  [/\bn\. ?(?:chr|u\. ?z)\.?|\bapr\. ?j\.?-?c\.?|\bd\. ?c\.|\bn\. ?e\./g, 'ad'],
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
    /\b(?:anfang|beginn|fr[uü]hes|d[eé]but(?: du)?|principios(?: del)?|inizio(?: del)?|begin)(?= |\b)/g,
    'early',
  ],
  [/\b(?:mitte|milieu(?: du)?|mediados(?: del)?|met[aà](?: del)?|midden)(?= |\b)/g, 'mid'],
  [
    /\b(?:ende|sp[aä]tes|fin(?: du)?|fines(?: del)?|finales(?: del)?|fine(?: del)?|eind)(?= |\b)/g,
    'late',
  ],
  [
    /\b(?:um|gegen|etwa|zirka|vers|env\.?|environ|hacia|hac\.?|circa|verso|omstreeks|rond|ok\.|około|kolem)(?= )/g,
    'about',
  ],
  [/\b(?:vor|avant|antes de|prima del|voor|przed|před)(?= )/g, 'before'],
  [/\b(?:nach|apr[eè]s|despu[eé]s de|dopo il|na|po)(?= )/g, 'after'],
  [/\b(?:zwischen|entre|tra il|tra|tussen|między|mezi)(?= )/g, 'between'],
  [/(?<=\d{3,4} )(?:bis|und|et|[aà]|y|e|e il|tot|en|i|a)(?= \d)/g, 'to'],
  [/(?<=century )(?:bis|und|et|[aà]|y|e|tot|en|i|a)(?= )/g, 'to'],
];
/** Matches a century with a number: "19. Jh.", "18. Jahrhundert", "19e eeuw", "19e siècle". */
const ARABIC_CENTURY =
  /\b(\d{1,2})(?:\.|e|[eè]me)? ?(?:jahrhunderts?|jhdt?s?\b\.?|jh\b\.?|si[eè]cle|eeuw|stolet[ií](?!\p{L})|stol\.|secolo|sec\.|siglo)/gu;
/** Matches the first of two centuries: "18./19. Jh.", "16.–17. Jahrhundert". */
const TWO_CENTURIES = /\b(\d{1,2})\. ?[/–-] ?(?=\d{1,2}\. ?(?:jahrhundert|jh))/g;
const CENTURY_BEFORE = /\b(?:siglo|s\.|secolo|sec\.|s[eé]culo) ([ivx]{1,5})\b/g;
const ROMAN_CENTURY =
  /\b([ivx]{1,5})(?:e|[eè]me|er)? ?(?:si[eè]cle|s\.|secolo|sec\.|w\.|wiek|století)/g;
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

import { fold } from '@bridge/search/documents';
import { readArtTerms } from '../terms/art-terms.ts';
import { type WorkKindName, formOf } from './forms.ts';

/**
 * Patterns of technique names in languages other than English (lower case, no accents), each with its form of works. The first
 * match is used.
 */
const TECHNIQUES: readonly (readonly [RegExp, WorkKindName])[] = [
  [
    /\b(?:fotogra[fp]\w*|photographie|silbergelatine\w*|gelatinesilber\w*|tirage argentique|albuminpapier|albumindruck|papier albumine|lichtbild)\b/,
    'photograph',
  ],
  [/\b(?:aquarell\w*|aquarelle|acuarela|acquerello|aquarela|akwarela|akvarel)\b/, 'watercolor'],
  [
    /\b(?:radierung|kupferstich|holzschnitt|lithogra[fp]hie|siebdruck|druckgra[fp]hik|eau-forte|gravure|xylographie|serigraphie|estampe|aguafuerte|grabado|acquaforte|incisione|litografia|ets|houtsnede|prent|drzeworyt|lept)\b/,
    'print',
  ],
  [
    /\b(?:ol auf|ol\/|olgemalde|tempera auf|acryl auf|huile sur|oleo sobre|olio su|olieverf|olej na|gemalde|peinture|pintura|dipinto|schilderij|obraz)(?=\b|\s|$)/,
    'painting',
  ],
  [
    /\b(?:zeichnung|bleistift|kohle auf|kreide auf|tusche|federzeichnung|dessin|fusain|mine de plomb|dibujo|disegno|tekening|rysunek|kresba)\b/,
    'drawing',
  ],
  [
    /\b(?:skulptur|plastik|statue|buste|sculpture|escultura|scultura|beeldhouwwerk|rzezba|socha)\b/,
    'sculpture',
  ],
  [/\b(?:plakat|affiche|cartel|manifesto)\b/, 'poster'],
  [
    /\b(?:porzellan|steingut|keramik|fayence|porcelaine|ceramique|gres|porcelana|ceramica|porcellana|porselein|aardewerk)\b/,
    'ceramic',
  ],
  [/\b(?:mobel|stuhl|tisch|schrank|meuble|chaise|mueble|silla|mobile|meubel)\b/, 'furniture'],
  [/\b(?:munze|medaille|monnaie|moneda|moneta|munt|penning)\b/, 'coin'],
  [/\b(?:handschrift|manuscrit|manuscrito|manoscritto|rekopis|rukopis)\b/, 'manuscript'],
  [/\b(?:buch|livre|libro|boek|ksiazka|kniha)\b/, 'book'],
  [/\b(?:landkarte|karte|carte geographique|mapa|kaart)\b/, 'map'],
];

let terms: ReadonlyMap<string, string> | null = null;

/**
 * Returns the English name for each foreign name in the list of art terms; the keys are in lower case and without accents.
 * Ambiguous names are left out.
 */
function englishNames(): ReadonlyMap<string, string> {
  return (terms ??= new Map(
    readArtTerms().flatMap(({ english: [name = ''], others }) =>
      others.flatMap(({ text, isAmbiguous }) => (isAmbiguous ? [] : [[fold(text), name] as const])),
    ),
  ));
}

/**
 * Returns the form of a record (such as `painting`) from kind and medium, in English or a language of the list of art terms.
 */
export function worldForm(kinds: readonly string[], medium: string): WorkKindName | '' {
  const english = formOf(undefined, kinds.join('; '), medium);
  if (english !== '') return english;
  for (const kind of kinds) {
    const named = englishNames().get(fold(kind));
    const form = named === undefined ? '' : formOf(undefined, named);
    if (form !== '') return form;
  }
  for (const text of [...kinds, medium]) {
    const found = TECHNIQUES.find(([words]) => words.test(fold(text)));
    if (found !== undefined) return found[1];
  }
  return '';
}

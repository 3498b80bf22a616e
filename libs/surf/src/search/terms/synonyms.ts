import { indexWords } from '@bridge/search';
import type { QueryTermEquivalents } from './equivalents.ts';
import { TermLookupTable } from './terms.ts';
import type { QueryUnitAlternative } from './unit.ts';

/** Scores (0 to 1) of a match with a synonym (`EQUAL`) and with a related thing (`RELATED`). */
const EQUAL = 0.88;
const RELATED = 0.6;

/**
 * Synonyms of art terms in five languages, as general knowledge. A query with one term of a line searches all terms of the
 * line. `~` begins a line of things that are related but not the same. `>` marks a term with another meaning: a query for it
 * searches the other terms, but not the reverse.
 */
const SAME: readonly string[] = [
  'poster, affiche, plakat, manifesto pubblicitario',
  'photograph, photo, photography, photographie, fotografie, foto, fotografia, lichtbild',
  'painting, peinture, gemalde, malerei, pintura, dipinto, pittura, schilderij',
  'drawing, dessin, zeichnung, disegno, dibujo, tekening',
  'print, gravure, estampe, druckgrafik, stampa, grabado, estampa, prent',
  'engraving, kupferstich, gravure, incisione, burin',
  'etching, radierung, eau forte, acquaforte, aguafuerte',
  'woodcut, woodblock, holzschnitt, xylograph, xylography, xilografia, gravure sur bois, bois grave',
  'lithograph, lithography, lithographie, litografia, chromolithograph',
  'screenprint, silkscreen, serigraph, serigraphy, serigraphie, siebdruck',
  'linocut, linoleum cut, linolschnitt',
  'watercolor, aquarelle, aquarell, acquerello, acuarela',
  'sculpture, skulptur, plastik, scultura, escultura, statue',
  'self portrait, selbstbildnis, selbstportrat, autoportrait, autoritratto, autorretrato, autoretrato, zelfportret',
  'portrait, bildnis, portrat, ritratto, retrato',
  'still life, nature morte, stillleben, stilleben, natura morta, bodegon, naturaleza muerta',
  'landscape, paysage, landschaft, paesaggio, paisaje',
  'ukiyo e, woodblock print',
  'tapestry, tapisserie, wandteppich, arazzo, tapiz',
  'book, livre, buch, libro',
  'illuminated manuscript, manuscript illumination',
  'ceramic, pottery, ceramique, keramik, ceramica',
  'porcelain, porcelaine, porzellan, porcellana, porcelana',
  'maiolica, majolica, faience',
  'shawabti, ushabti, shabti',
  'netsuke, netsukes',
  '~ plate, dish, charger, platter',
  'chair, armchair, chaise, stuhl, sedia, silla',
  'teapot, tea pot, teekanne, theiere',
  'photogram, rayograph, rayogram',
  'stereograph, stereoscopic, stereoview, stereoscope, stereogram, stereo card',
  '~ locomotive, steam engine',
  'train, railway, railroad',
  '>underground, subway, metro',
  'airplane, aeroplane, aircraft',
  'automobile, car, motorcar, auto',
  '~ vanitas, memento mori',
  'skull, tete de mort, totenkopf, calavera',
  'cat, >chat, katze, gatto, gato',
  'horse, cheval, pferd, cavallo, caballo',
  'nude, nudes, akt, nu, desnudo, nudo',
  'woman, femme, frau, >donna, mujer, lady, female',
  'man, homme, >mann, uomo, hombre, male',
  'child, enfant, >kind, bambino, >nino, boy, girl',
  'mother, >mere, mutter, madre',
  '~ virgin, madonna, virgin mary',
  'crucifixion, crucified',
  'angel, ange, >engel, >angelo',
  '~ weaving, woven, textile, tapestry',
  'lace, dentelle, spitze, merletto, encaje',
  'page, leaf, folio',
  'saint, st',
  'recording, lecture, podcast, talk, audio',
  'film, movie, cinema, motion picture',
  '~ caricature, cartoon, satire',
  'scottish, scotland, scotch, scots',
  'highland, highlands',
  '~ quran, islamic scripture',
  'bible, scripture, biblical',
  '~ buddha, buddhist, buddhism',
  '~ flower, flowers, floral, botanical, fleur, blume, fiore, flor, blumen',
  '~ plant, botanical, flora, algae, fern',
  '~ ship, boat, sailing ship, schiff, bateau, >nave',
  'sea, ocean, >marine, seascape, mer, >meer',
  '~ war, battle, military, guerre, krieg, guerra, schlacht',
  '~ baseball, ball player, negro league',
  '~ jazz, musician, band',
  'steel mill, steelworks, ironworks',
  '~ steel mill, mill',
  'sketchbook, sketch book, skizzenbuch, carnet',
  'silver, silverware, argent, silber',
  'pen and ink, ink',
  'graphite, pencil, bleistift, crayon graphite, matita',
  '~ collage, photomontage, montage, papier colle',
  'collage, cut and pasted paper, pasted paper',
  'surrealism, surrealist, surrealisme, surrealismus',
  'impressionism, impressionist',
  'cubism, cubist, cubisme, kubismus',
  'futurism, futurist, futurismo',
  'vorticism, vorticist',
  'constructivism, constructivist',
  'expressionism, expressionist, expressionismus',
  'dada, dadaism, dadaist',
  'minimalism, minimalist, minimal art',
  'conceptual art, conceptual, conceptualism',
  'kinetic art, kinetic',
  '~ pop art, british pop',
  'op art, optical art',
  'romanticism, romantic',
  'symbolism, symbolist',
  'pre raphaelite, pre raphaelite brotherhood',
  'art nouveau, jugendstil, >secession, >modernisme',
  'jewelry, jewel, bijou, schmuck, gioiello, joya',
  'clock, pocket watch, timepiece, horloge, uhr, orologio, reloj',
  'mask, >masque, maske, maschera',
  'coin, monnaie, munze, moneta, moneda',
  'map, carte geographique, landkarte, mappa, mapa',
  '~ cover, book jacket, dust jacket',
  'advertisement, advertising, advert, publicity, reklame',
  '~ african american, black american, negro',
  'bridge, pont, >brucke, >ponte, puente',
  'church, eglise, kirche, chiesa, iglesia',
  'house, maison, haus, casa',
  'head, tete, kopf, testa, cabeza',
  'untitled, sans titre, ohne titel, senza titolo, sin titulo, sem titulo, zonder titel',
];

/**
 * A line of the table of synonyms. `worth`: score (0 to 1) of a record that contains a term of the line in place of the typed
 * one.
 */
interface SynonymLine {
  readonly worth: number;
  /**
   * The terms that are searched for a query with any term of the line. Terms marked with `>` in the table are not among them.
   */
  readonly terms: readonly (readonly string[])[];
}
const SYNONYM_TERMS = new TermLookupTable<SynonymLine>();
for (const text of SAME) {
  const named = text.replace(/^~ /, '').split(', ');
  const terms = named.filter((term) => !term.startsWith('>')).map((term) => indexWords(term));
  const line = { worth: text.startsWith('~') ? RELATED : EQUAL, terms };
  for (const term of named) SYNONYM_TERMS.add(indexWords(term.replace('>', '')), line);
}

/** Returns the number of words of the longest term that begins at this word, and its synonyms; null when there is none. */
export function synonymsAt(words: readonly string[], at: number): QueryTermEquivalents | null {
  const longest = SYNONYM_TERMS.longestAt(words, at);
  const length = longest[0]?.words.length;
  if (length === undefined) return null;
  const own = words.slice(at, at + length).join(' ');
  const others = new Map<string, QueryUnitAlternative>();
  for (const { value: line } of longest) {
    for (const term of line.terms) {
      const key = term.join(' ');
      if (key !== own && (others.get(key)?.worth ?? 0) < line.worth)
        others.set(key, { words: term, worth: line.worth });
    }
  }
  return { length, others: [...others.values()] };
}

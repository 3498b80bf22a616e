import type { Lexicon } from '../lexicon/lexicon.ts';
import { makerhood } from './names.ts';
import type { QueryUnitAlternative } from './unit.ts';

/** Score (0 to 1) of a match with the English adjective of a nation that a query names in another language. */
const NATION_WORTH = 0.95;
/** Maximum number of letters after the stem of a nation's adjective: "polnisch" and "e", "polonais" and "es". */
const ENDING_CHARS_MAX = 3;

/**
 * Minimum length, in letters, of the stem of a nation's adjective after which an ending may follow; a shorter stem must be the
 * whole word.
 */
const PREFIX_CHARS_MIN = 5;

/**
 * For each nation the stems of its adjective in French, German, Spanish, Italian, Dutch, Portuguese, Polish, Czech and Russian
 * (without accents), as general knowledge.
 */
const STEMS: readonly (readonly [nation: string, stems: string])[] = [
  ['german', 'deutsche allemand aleman tedesc duitse niemieck nemeck немецк'],
  ['french', 'franzosisch francais frances franse francusk francouzsk французск'],
  ['italian', 'italienisch italien italian italiaans wlosk italsk итальянск'],
  ['spanish', 'spanisch espagnol espanol spagnol spaans espanhol hiszpansk spanelsk испанск'],
  ['portuguese', 'portugiesisch portugais portugues portoghes portugees portugalsk'],
  ['british', 'britisch britanni britannique brytyjsk britsk'],
  ['english', 'englisch anglais ingles engelse angielsk anglick английск'],
  [
    'dutch',
    'niederlandisch hollandisch neerlandais hollandais holandes olandes nederlandse hollandse holendersk holandsk голландск',
  ],
  ['flemish', 'flamisch flamand fiammingh vlaamse flamandzk vlamsk'],
  ['belgian', 'belgisch belgij belgick'],
  ['swiss', 'schweizer suiss suizo svizzer zwitsers szwajcarsk svycarsk'],
  ['austrian', 'osterreichisch autrichien austriac oostenrijks austriack rakousk'],
  ['polish', 'polnisch polonais polaco polacca polacch poolse polski polska polskie polsk польск'],
  [
    'czech',
    'tschechisch tcheque checo checa cecoslovacc tsjechisch czeski czeska czeskie cesky ceska ceske',
  ],
  ['hungarian', 'ungarisch hongrois hungaro ungheres hongaars wegiersk madarsk'],
  ['russian', 'russisch russe rusos russo russa rusa rosyjsk ruska ruske русск'],
  ['swedish', 'schwedisch suedois sueco sveco svedese zweeds szwedzk svedsk'],
  ['danish', 'danisch danois danes danese deense'],
  [
    'greek',
    'griechisch grecque griego griega greca greci greche grecs grecque griekse greck греческ',
  ],
  ['roman', 'romisch romain romeins rzymsk rimsk римск'],
  ['turkish', 'turkisch turc turque turco turca turkse tureck'],
  ['egyptian', 'agyptisch egyptien egipci egizi egyptisch egipsk egyptsk египетск'],
  ['persian', 'persisch persan perzisch'],
  ['japanese', 'japanisch japonais japones giappones japanse japonsk японск'],
  ['chinese', 'chinesisch chinois chino cinese chinees chinsk cinsk китайск'],
  ['indian', 'indisch indienne indiano indyjsk indick'],
  ['african', 'afrikanisch africain african africano afrikaans afrykansk africk'],
  [
    'american',
    'amerikanisch americain american americano amerikaans amerykansk americk американск',
  ],
  ['mexican', 'mexikanisch mexicain mexican messican mexicaans meksykansk mexick'],
  ['cuban', 'kubanisch cubain cubano cubana cubaans kubansk'],
];

const NATIONS: readonly { readonly stem: string; readonly nation: string }[] = STEMS.flatMap(
  ([nation, stems]) => stems.split(' ').map((stem) => ({ stem, nation })),
);

/**
 * A word that more documents than this contain does not count as the adjective of a nation: it is a word or name of its own,
 * such as "Frances".
 */
const DOCUMENTS_MAX = 100;

/**
 * Returns the English adjective of a nation ("polish") for its adjective in another language ("polnisch"); empty for any other
 * word.
 */
export function foreignNation(word: string, lexicon: Lexicon): readonly QueryUnitAlternative[] {
  if (lexicon.frequency(word) > DOCUMENTS_MAX || makerhood(word, lexicon) === 'maker') return [];
  const found = NATIONS.filter(
    ({ stem, nation }) =>
      word !== nation &&
      word.startsWith(stem) &&
      word.length <= stem.length + (stem.length < PREFIX_CHARS_MIN ? 0 : ENDING_CHARS_MAX),
  ).sort((a, b) => b.stem.length - a.stem.length);
  const [longest] = found;
  return longest === undefined ? [] : [{ words: [longest.nation], worth: NATION_WORTH }];
}

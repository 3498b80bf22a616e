import { indexWords } from '@bridge/search';
import { equivalentsAt, type QueryTermEquivalents } from './equivalents.ts';
import { TermLookupTable } from './terms.ts';
import type { QueryUnitAlternative } from './unit.ts';

/** Score (0 to 1) of a record that names a nation when the query names the region that contains it. */
const NATION_OF_REGION = 0.9;

/**
 * Regions and groups of peoples, each with its nations and cultures, as general knowledge. Records name the nation and not the
 * region.
 */
const REGION_LINES: readonly string[] = [
  'british, britain: english, scottish, welsh',
  'scandinavian, scandinavia: danish, swedish, norwegian, finnish, icelandic',
  'nordic: danish, swedish, norwegian, finnish, icelandic',
  'baltic: latvian, lithuanian, estonian',
  'balkan, balkans: croatian, serbian, bulgarian, albanian, slovenian, yugoslav, greek',
  'iberian: spanish, portuguese',
  'low countries: dutch, flemish, belgian, netherlandish',
  'eastern european, east european, eastern europe: polish, czech, slovak, hungarian, romanian, bulgarian, russian, ukrainian, yugoslav',
  'central european, central europe: german, austrian, czech, hungarian, polish, swiss',
  'latin american, latin america: mexican, cuban, brazilian, argentine, chilean, colombian, venezuelan, peruvian, uruguayan, guatemalan',
  'south american, south america: brazilian, argentine, chilean, colombian, venezuelan, peruvian, uruguayan, ecuadorian',
  'pre columbian, precolumbian: aztec, maya, inca, moche, nasca, olmec, zapotec, panamanian, chimu, sican',
  'african, africa: nigerian, ghanaian, congolese, malian, kenyan, ethiopian, yoruba, dogon, bamana, senufo, kongo, cameroonian',
  'west african, west africa: nigerian, ghanaian, malian, yoruba, dogon, bamana, senufo, dan, asante',
  'north african, north africa: moroccan, algerian, tunisian, egyptian, libyan',
  'asian, asia: japanese, chinese, korean, indian, thai, vietnamese, cambodian, tibetan, nepalese, indonesian',
  'east asian, east asia: japanese, chinese, korean',
  'south asian, south asia: indian, pakistani, nepalese, tibetan',
  'southeast asian, southeast asia, south east asian: thai, vietnamese, cambodian, khmer, burmese, indonesian, javanese',
  'middle eastern, middle east, near eastern, near east: iranian, persian, turkish, egyptian, syrian, iraqi, lebanese, israeli, assyrian, babylonian, mesopotamian',
  'mesopotamian, mesopotamia: assyrian, babylonian, sumerian, akkadian',
  'islamic: ottoman, mughal, safavid, mamluk, iranian, persian, turkish',
];

const REGION_TERMS = new TermLookupTable<readonly QueryUnitAlternative[]>();
for (const line of REGION_LINES) {
  const [names = '', nations = ''] = line.split(': ');
  const others = nations.split(', ').map((nation): QueryUnitAlternative => ({
    words: indexWords(nation),
    worth: NATION_OF_REGION,
  }));
  for (const name of names.split(', ')) REGION_TERMS.add(indexWords(name), others);
}

/**
 * Returns the region with the longest name that begins at this word of the query, with its nations; null when there is none.
 */
export function regionAt(words: readonly string[], at: number): QueryTermEquivalents | null {
  return equivalentsAt(REGION_TERMS, words, at);
}

/** True when these words are the whole name of a region. */
export function isRegion(words: readonly string[]): boolean {
  return regionAt(words, 0)?.length === words.length;
}

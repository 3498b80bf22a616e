/** Spellings that differ between British and American English, and plurals no rule reaches: one form for both. */
const SAME_WORD: Readonly<Record<string, string>> = {
  colour: 'color',
  coloured: 'colored',
  watercolour: 'watercolor',
  grey: 'gray',
  jewellery: 'jewelry',
  jewelery: 'jewelry',
  aluminium: 'aluminum',
  theatre: 'theater',
  centre: 'center',
  catalogue: 'catalog',
  plough: 'plow',
  mould: 'mold',
  moulded: 'molded',
  harbour: 'harbor',
  armour: 'armor',
  labour: 'labor',
  neighbour: 'neighbor',
  neighbourhood: 'neighborhood',
  storey: 'story',
  tyre: 'tire',
  women: 'woman',
  men: 'man',
  children: 'child',
  feet: 'foot',
  geese: 'goose',
  mice: 'mouse',
  oxen: 'ox',
  leaves: 'leaf',
  loaves: 'loaf',
  wolves: 'wolf',
  knives: 'knife',
  wives: 'wife',
  shelves: 'shelf',
  scarves: 'scarf',
  calves: 'calf',
  halves: 'half',
  thieves: 'thief',
  frescoes: 'fresco',
  echoes: 'echo',
  heroes: 'hero',
  potatoes: 'potato',
  tomatoes: 'tomato',
  volcanoes: 'volcano',
  studies: 'study',
  qoran: 'quran',
  koran: 'quran',
  coran: 'quran',
  alcoran: 'quran',
  series: 'series',
  species: 'species',
  lens: 'lens',
};
const MIN_CHARS = 4;
/** Endings that look like a plural and are none: glass, tennis, Venus. */
const NO_PLURAL = /(?:ss|us|is|ous)$/;

/**
 * The form under which a folded word is indexed and looked up: plural to singular, British to American spelling.
 * Deliberately light: a stem must stay a readable word, because names pass through here too and a correction shows it.
 */
export function stem(word: string): string {
  const same = SAME_WORD[word];
  if (same !== undefined) return same;
  if (word.length < MIN_CHARS || !word.endsWith('s') || NO_PLURAL.test(word)) return word;
  const single = singular(word);
  return SAME_WORD[single] ?? single;
}

function singular(word: string): string {
  if (word.endsWith('ies') && word.length > MIN_CHARS) return `${word.slice(0, -3)}y`;
  if (/(?:sses|xes|ches|shes)$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** British spellings and irregular plurals, each with the form that is indexed. */
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
/** Flags by a hash of first letter, last letter and length; a 0 proves that a word is not in SAME_WORD. */
const SHAPES = new Uint8Array(32 * 32);
for (const word of Object.keys(SAME_WORD)) SHAPES[shapeOf(word)] = 1;

function shapeOf(word: string): number {
  const { length } = word;
  return ((word.charCodeAt(0) & 31) * 32 + (word.charCodeAt(length - 1) & 31) + length * 7) & 1023;
}

/** Looks up a word in SAME_WORD; SHAPES avoids most look-ups. */
function sameWord(word: string): string | undefined {
  return SHAPES[shapeOf(word)] === 1 && Object.hasOwn(SAME_WORD, word)
    ? SAME_WORD[word]
    : undefined;
}
const LOWER_S = 0x73;
/** Matches endings of words that are not plurals: glass, tennis, Venus. */
const NO_PLURAL = /(?:ss|us|is|ous)$/;

/**
 * Returns the indexed form of a folded word: singular, American spelling. The result stays a readable word, because names are
 * stemmed too and corrections are shown to agents.
 */
export function stem(word: string): string {
  const same = sameWord(word);
  if (same !== undefined) return same;
  const { length } = word;
  if (length < MIN_CHARS || word.charCodeAt(length - 1) !== LOWER_S || NO_PLURAL.test(word))
    return word;
  const single = singular(word);
  return sameWord(single) ?? single;
}

function singular(word: string): string {
  if (word.endsWith('ies') && word.length > MIN_CHARS) return `${word.slice(0, -3)}y`;
  if (/(?:sses|xes|ches|shes)$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/**
 * Words for peoples and their countries, so that "Swiss poster" also finds "Switzerland". Each row: people, country, further
 * words.
 */
const PEOPLES: readonly (readonly string[])[] = [
  ['american', 'usa', 'united states'],
  ['british', 'britain', 'united kingdom', 'uk'],
  ['english', 'england'],
  ['scottish', 'scotland', 'scotch'],
  ['welsh', 'wales'],
  ['irish', 'ireland'],
  ['french', 'france'],
  ['german', 'germany', 'deutschland'],
  ['italian', 'italy', 'italia'],
  ['spanish', 'spain', 'espana'],
  ['portuguese', 'portugal'],
  ['dutch', 'netherlands', 'netherlandish', 'holland'],
  ['flemish', 'flanders'],
  ['belgian', 'belgium'],
  ['swiss', 'switzerland'],
  ['austrian', 'austria'],
  ['hungarian', 'hungary'],
  ['czech', 'czech republic', 'czechoslovakia', 'bohemia', 'bohemian'],
  ['polish', 'poland'],
  ['russian', 'russia'],
  ['soviet', 'ussr', 'soviet union'],
  ['ukrainian', 'ukraine'],
  ['romanian', 'romania'],
  ['bulgarian', 'bulgaria'],
  ['greek', 'greece'],
  ['turkish', 'turkey'],
  ['swedish', 'sweden'],
  ['norwegian', 'norway'],
  ['danish', 'denmark'],
  ['finnish', 'finland'],
  ['icelandic', 'iceland'],
  ['japanese', 'japan', 'nippon'],
  ['chinese', 'china'],
  ['korean', 'korea'],
  ['indian', 'india'],
  ['pakistani', 'pakistan'],
  ['persian', 'persia', 'iran', 'iranian'],
  ['afghan', 'afghanistan'],
  ['iraqi', 'iraq'],
  ['syrian', 'syria'],
  ['lebanese', 'lebanon'],
  ['israeli', 'israel'],
  ['egyptian', 'egypt'],
  ['ethiopian', 'ethiopia'],
  ['nigerian', 'nigeria'],
  ['ghanaian', 'ghana'],
  ['congolese', 'congo'],
  ['moroccan', 'morocco'],
  ['algerian', 'algeria'],
  ['tunisian', 'tunisia'],
  ['south african', 'south africa'],
  ['kenyan', 'kenya'],
  ['malian', 'mali'],
  ['thai', 'thailand', 'siam', 'siamese'],
  ['vietnamese', 'vietnam'],
  ['cambodian', 'cambodia', 'khmer'],
  ['burmese', 'burma', 'myanmar'],
  ['indonesian', 'indonesia', 'java', 'javanese'],
  ['tibetan', 'tibet'],
  ['nepalese', 'nepal'],
  ['mexican', 'mexico'],
  ['cuban', 'cuba'],
  ['brazilian', 'brazil'],
  ['argentine', 'argentina', 'argentinian'],
  ['chilean', 'chile'],
  ['colombian', 'colombia'],
  ['venezuelan', 'venezuela'],
  ['peruvian', 'peru'],
  ['uruguayan', 'uruguay'],
  ['canadian', 'canada'],
  ['australian', 'australia'],
  ['new zealander', 'new zealand'],
  ['venetian', 'venice', 'venezia'],
  ['florentine', 'florence', 'firenze'],
  ['roman', 'rome', 'roma'],
  ['parisian', 'paris'],
  ['viennese', 'vienna', 'wien'],
  ['byzantine', 'byzantium'],
  ['african', 'africa'],
  ['european', 'europe'],
  ['asian', 'asia'],
  ['islamic', 'islam', 'muslim'],
];

const PEOPLE_WORDS = new Map<string, readonly string[]>();
for (const words of PEOPLES) for (const word of words) PEOPLE_WORDS.set(word, words);

/**
 * Returns all words for a people and its country; empty for an unknown word. The argument must be in lower case and without
 * accents.
 */
export function peopleWords(folded: string): string {
  return PEOPLE_WORDS.get(folded)?.join(' ') ?? '';
}

/**
 * Returns the adjective of a people or country: "holland" → "dutch"; null for an unknown word. The argument must be in lower
 * case and without accents.
 */
export function peopleAdjective(folded: string): string | null {
  return PEOPLE_WORDS.get(folded)?.[0] ?? null;
}

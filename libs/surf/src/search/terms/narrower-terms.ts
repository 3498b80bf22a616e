import { indexWords } from '@bridge/search';
import { equivalentsAt, type QueryTermEquivalents } from './equivalents.ts';
import { TermLookupTable } from './terms.ts';
import type { QueryUnitAlternative } from './unit.ts';

/** Score (0 to 1) of a specific thing when the query names its kind: a ring for "jewelry". */
const NARROWER = 0.7;

/**
 * General terms with specific things, as general knowledge. Titles name the specific thing ("ring"), so it is also searched for
 * the general term ("jewelry"). The general term is not searched for the thing.
 */
const NARROWER_LINES: readonly string[] = [
  'jewelry: ring, bracelet, necklace, brooch, pendant, earring, tiara, cameo, locket',
  'furniture: chair, table, cabinet, desk, stool, bench, chest, sofa, bookcase, cupboard',
  'vessel: vase, jar, jug, pitcher, ewer, bowl, cup, amphora, beaker',
  'tableware, dinnerware, dinner service, tea service, tea set, coffee service: plate, dish, bowl, cup, saucer, teapot, coffeepot, creamer, sugar bowl',
  'glassware, drinking glass: goblet, tumbler, decanter, wineglass, carafe',
  'cutlery, flatware: knife, fork, spoon',
  'weapon: sword, dagger, spear, bow, rifle, pistol, musket',
  'musical instrument: violin, guitar, flute, lute, drum, harp, piano, trumpet, saxophone',
  'hat, headgear, headwear: cap, bonnet, turban, helmet',
  'shoe, footwear: boot, sandal, slipper',
  'clothing, clothes: dress, coat, shirt, robe, gown, suit, skirt, jacket',
  'toy: doll, puppet, rocking horse, marble, kite',
  'vehicle: car, truck, bus, carriage, wagon, motorcycle',
  'kitchenware, cookware: pot, pan, kettle, bowl, casserole',
  'household appliance, appliance: toaster, vacuum cleaner, iron, mixer, hair dryer, refrigerator',
  'scientific instrument: telescope, microscope, globe, astrolabe, sundial, compass',
  'lamp, lighting: lantern, chandelier, candlestick, sconce, light',
  'prayer book, liturgical book: book of hours, psalter, breviary, missal, gospel, antiphonary, gradual',
  'choir book, choral book, music manuscript: antiphonary, antiphonal, antiphoner, gradual, hymnal, processional, neume',
  'relief: plaque, frieze, medallion',
  'fruit: apple, pear, grape, orange, lemon, peach, cherry, melon',
  'vegetable: cabbage, onion, carrot, turnip, pumpkin',
  'flower: rose, tulip, lily, iris, sunflower, peony, poppy, chrysanthemum, daisy',
  'insect: butterfly, bee, beetle, dragonfly, moth, grasshopper',
  'bird: owl, eagle, parrot, peacock, swan, heron, duck, rooster, pigeon',
  'animal: dog, cat, horse, lion, elephant, deer, monkey, bird, cow, sheep',
  'sea creature, shellfish: crab, lobster, shell, octopus, fish',
  'people: man, woman, child, boy, girl, crowd, family',
  'couple: husband, wife, bride, groom, lover',
  'worker: miner, laborer, blacksmith, carpenter, steelworker',
  'ship, boat: sailboat, yacht, canoe, ferry, steamship, barge, frigate',
  'building: house, church, tower, castle, factory, palace',
  'street: avenue, sidewalk, alley, boulevard',
  'body of water: lake, river, pond, sea, bay',
  'bad weather, weather: storm, rain, snow, fog, thunder',
  'sport: football, baseball, basketball, tennis, boxing, golf',
  'protest, demonstration: march, strike, picket, rally, demonstrator',
  'election: voting, vote, campaign, ballot, candidate',
  'wedding: bride, groom, marriage',
  'funeral: burial, coffin, mourner',
  'meal: dinner, supper, breakfast, lunch, banquet, picnic',
  'drink: coffee, tea, wine, beer, cocktail',
  'farm: barn, farmer, farmhouse, field, plow',
  'dance: ballet, ballerina, waltz, dancer',
  'gambling: card player, dice, roulette, casino',
  'religion, religious: saint, altar, prayer, crucifixion, madonna',
];

const TERMS = new TermLookupTable<readonly QueryUnitAlternative[]>();
for (const line of NARROWER_LINES) {
  const [general = '', things = ''] = line.split(': ');
  const narrower = things
    .split(', ')
    .map((thing): QueryUnitAlternative => ({ words: indexWords(thing), worth: NARROWER }));
  for (const term of general.split(', ')) TERMS.add(indexWords(term), narrower);
}

/** Returns the longest general term that begins at this word, with its specific things; null when there is none. */
export function narrowerTermsAt(words: readonly string[], at: number): QueryTermEquivalents | null {
  return equivalentsAt(TERMS, words, at);
}

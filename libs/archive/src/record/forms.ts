import type { EuropeanaMediaType } from './archive-record.ts';

/** The forms of works (kinds such as `painting`) with their media type. Each is a value of the search filter `type:`. */
export const FORMS = {
  painting: 'IMAGE',
  drawing: 'IMAGE',
  watercolor: 'IMAGE',
  print: 'IMAGE',
  poster: 'IMAGE',
  photograph: 'IMAGE',
  book: 'TEXT',
  manuscript: 'TEXT',
  periodical: 'TEXT',
  document: 'TEXT',
  map: 'IMAGE',
  textile: 'IMAGE',
  costume: 'IMAGE',
  furniture: '3D',
  ceramic: '3D',
  glass: '3D',
  metalwork: '3D',
  jewelry: '3D',
  arms: '3D',
  coin: '3D',
  sculpture: '3D',
  model: '3D',
  architecture: 'IMAGE',
  design: '3D',
  installation: '3D',
  collage: 'IMAGE',
  film: 'VIDEO',
  video: 'VIDEO',
  recording: 'SOUND',
  performance: 'VIDEO',
  object: '3D',
} as const satisfies Record<string, EuropeanaMediaType>;
/** The name of a form of works, such as `painting`. */
export type WorkKindName = keyof typeof FORMS;

/** Words that are indexed with a record of each form, so that a search for one of them finds the record. */
export const FORM_WORDS: Readonly<Record<WorkKindName, string>> = {
  painting: 'painting',
  drawing: 'drawing sketch',
  watercolor: 'watercolor drawing painting',
  print: 'print printmaking graphic',
  poster: 'poster affiche plakat placard graphic design',
  photograph: 'photograph photo photography',
  book: 'book',
  manuscript: 'manuscript codex',
  periodical: 'periodical magazine journal newspaper',
  document: 'document ephemera',
  map: 'map cartography',
  textile: 'textile fabric cloth',
  costume: 'costume dress clothing fashion',
  furniture: 'furniture',
  ceramic: 'ceramic pottery',
  glass: 'glass glassware',
  metalwork: 'metalwork metal',
  jewelry: 'jewelry ornament',
  arms: 'arms armor weapon',
  coin: 'coin medal numismatics',
  sculpture: 'sculpture',
  model: 'model architecture',
  architecture: 'architecture architectural',
  design: 'design',
  installation: 'installation',
  collage: 'collage',
  film: 'film movie cinema',
  video: 'video film recording',
  recording: 'recording audio sound podcast lecture talk',
  performance: 'performance',
  object: 'object',
};

/**
 * Patterns of object names and media (materials, techniques), each with its form of works. The first match is used, so specific
 * patterns come first.
 */
const BY_WORD: readonly (readonly [RegExp, WorkKindName])[] = [
  [/\bposters?\b|\baffiches?\b|\bplakate?\b/, 'poster'],
  [
    /\bphotograph|\bgelatin|\balbumen|\bdaguerr|\bcyanotype|\bcalotype|\btintype|\bambrotype|\bstereo(?:graph|scop)|\bsalted paper|\bchromogenic|\bplatinum print|\bpalladium|\bcollodion|\bnegatives?\b|\bpolaroid|\bdye transfer|\bc-print|\bcibachrome|\bautochrome|\bprinting-out-paper/,
    'photograph',
  ],
  [/\bmaps?\b|\batlas/, 'map'],
  [
    /\billuminated\b|\bmanuscript|\bcodex|\bcodices|\bfolios? \(leaves\)|\bbook of hours/,
    'manuscript',
  ],
  [/\bperiodicals?\b|\bmagazines?\b|\bjournals?\b|\bnewspapers?\b/, 'periodical'],
  [/\billustrated books?\b|\bbooks?\b|\bbindings?\b|\balbums?\b|\bsketchbooks?\b/, 'book'],
  [/\bvideos?\b|\bvideotapes?\b|\bdvd/, 'video'],
  [/\bfilms?\b|\b(?:16|35|8) ?mm\b/, 'film'],
  [/\baudio|\bsound (?:art|recording)|\brecordings?\b|\bpodcast/, 'recording'],
  [/\bwatercolou?rs?\b|\bgouaches?\b/, 'watercolor'],
  [
    /\bwoodcuts?\b|\bwoodblock|\betchings?\b|\bengravings?\b|\blithograph|\bscreenprint|\bserigraph|\bsilkscreen|\bdrypoint|\baquatint|\bmezzotint|\bmonotype|\blinocut|\blinoleum cut|\bprints?\b|\bphotogravure|\bcollotype|\bintaglio print|\bletterpress/,
    'print',
  ],
  [
    /\bsnuff ?box|(?<!napkin )\brings?\b|\bnecklaces?\b|\bbracelets?\b|\bearrings?\b|\bpendants?\b|\bbrooch|\bfibulae?\b|\bjewel|\bbeads?\b/,
    'jewelry',
  ],
  [
    /\btsuba|\bsword|\bkozuka|\bfuchi\b|\bkashira|\bdagger|\barmou?r\b|\bhelmets?\b|\bweapon|\bguns?\b|\barrow|\bspears?\b|\bmenuki/,
    'arms',
  ],
  [/\bcoins?\b|\bmedals?\b|\bmedallions?\b/, 'coin'],
  // This pattern precedes that for furniture: "Fabric for Tubular Steel Chairs" is a textile. It does not match "upholstered",
  // which describes furniture.
  [
    /\bfabric for\b|\bupholstery (?:fabric|material)|\bwall[- ]?hangings?\b|\btapestry\b|\bcurtain|\bdraper(?:y|ies)\b|\btablecloths?\b/,
    'textile',
  ],
  [
    /\b(?:arm|deck|wheel)?chairs?\b|\btables?\b(?!:? lamps?\b| clocks?\b| napkins?\b)|\bsofas?\b|\bsettees?\b|\bsettles?\b|\bdesks?\b|\bcabinets?\b|\b(?:foot)?stools?\b|\bfurniture|\bbenche?s?\b|\bchests?\b|\bcupboards?\b|\bsideboards?\b|\bbookcases?\b|\bwardrobes?\b/,
    'furniture',
  ],
  [
    /\btapestr|\btextiles?\b|\blace\b|\bembroider|\bquilts?\b|\brugs?\b|\bcarpets?\b|\bweaving|\bfabric|\bbrocade|\bvelvet|\bhandkerchief|\bcoverlets?\b|\bbedspreads?\b|\bnapkins?\b(?! (?:ring|holder)s?\b)|\bshawls?\b|\bsamplers?\b|\bbatik\b/,
    'textile',
  ],
  // A text that begins with a fibre is the medium of a textile; paintings "on silk" or "on linen" are not matched.
  [
    /^(?!.*\bon (?:silk|linen|cotton|canvas)\b)(?:[a-z-]+ )?(?:wool|cotton|silk|linen|rayon|jute|mohair|cellophane|horsehair)(?=$|,|;| and )/,
    'textile',
  ],
  [/\bcostumes?\b|\bdress(?:es)?\b|\brobes?\b|\bgarments?\b|\bkimonos?\b|\bcoats?\b/, 'costume'],
  [
    /\bporcelain|\bearthenware|\bstoneware|\bceramic|\bterracotta|\bbaked clay|\bpottery|\bmaiolica|\bfaience|\bfaïence|\bbasaltes?\b|\bjasper ?ware|\bsherd/,
    'ceramic',
  ],
  [
    /\bstatu|\bsculptures?\b|\bfigurines?\b|\bbusts?\b|\breliefs?\b|\bcarvings?\b|\bnetsukes?\b|\bshawabti|\bmasks?\b/,
    'sculpture',
  ],
  [/\bglass(?:ware)?\b/, 'glass'],
  [/\bsilver\b|\bpewter|\bbrass\b|\bbronze\b|\biron\b|\bcopper\b|\bmetal/, 'metalwork'],
  [/\bcollages?\b/, 'collage'],
  [
    /\bpaintings?\b|\boil on\b|\boil paint\b|\bacrylic|\btempera|\bfresco|\bicons?\b|\bminiatures?\b|\bkakemono|\bhanging scroll|\bcolou?rs? on (?:silk|paper)\b/,
    'painting',
  ],
  [
    /\bdrawings?\b|\bsketch|\bgraphite|\bpencil\b|\bcharcoal|\bchalk|\bpen and ink|\bink on\b|\bcrayon|\bpastel|\btracing paper/,
    'drawing',
  ],
  [/\barchitectural models?\b|\bmodels?\b/, 'model'],
  [/\binstallation/, 'installation'],
  [/\bperformance/, 'performance'],
  [/\bletters?\b|\bdocuments?\b|\bcards?\b|\bpostcards?\b/, 'document'],
];

/**
 * Returns the form of a record (such as `painting`): `byClass`, the form of its class in the source, else that of the first
 * text in `words` that matches a pattern; empty if there is none.
 */
export function formOf(
  byClass: WorkKindName | undefined,
  ...words: readonly string[]
): WorkKindName | '' {
  if (byClass !== undefined) return byClass;
  for (const text of words) {
    if (text === '') continue;
    const lower = text.toLowerCase();
    const found = BY_WORD.find(([shape]) => shape.test(lower));
    if (found !== undefined) return found[1];
  }
  return '';
}

/** Forms that a title decides, because the material of such an object does not: a table may be of wood or metal. */
const THINGS: ReadonlySet<WorkKindName | ''> = new Set(['furniture', 'textile', 'jewelry']);

/** Returns the form of the object in a title if it is furniture, a textile or jewelry; empty for other titles. */
export function thingIn(title: string): WorkKindName | '' {
  const named = formOf(undefined, title);
  return THINGS.has(named) ? named : '';
}

/** True when a word in lower case is exactly the name of a form of works: "poster" is, "posters" is not. */
export function isForm(word: string): word is WorkKindName {
  return Object.hasOwn(FORMS, word);
}

/** Returns the media type of a form; IMAGE when the form is unknown. */
export function mediaTypeOf(form: WorkKindName | ''): EuropeanaMediaType {
  return form === '' ? 'IMAGE' : FORMS[form];
}

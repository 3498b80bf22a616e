import type { MediaType } from './archive-record.ts';

/** The forms a reference can have, with the kind of media each is. `type:` in a query takes any of these. */
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
} as const satisfies Record<string, MediaType>;
/** The name of a form. */
export type Form = keyof typeof FORMS;

/** Words that someone who looks for this form may use instead; indexed with the record, the form itself included. */
export const FORM_WORDS: Readonly<Record<Form, string>> = {
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

/** What a word for a thing or a technique says of its form; the first that fits wins, so the special come first. */
const BY_WORD: readonly (readonly [RegExp, Form])[] = [
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
  // Before furniture: "Fabric for Tubular Steel Chairs" is no chair. "Upholstered" says nothing of the thing itself.
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
  // Woven of fibres first of all; paintings "on silk" or on linen are not.
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
 * The form of a record: what the source's own class says, else what its object names, its class in words and its medium
 * say, in this order. Empty when nothing does.
 */
export function formOf(byClass: Form | undefined, ...words: readonly string[]): Form | '' {
  if (byClass !== undefined) return byClass;
  for (const text of words) {
    if (text === '') continue;
    const lower = text.toLowerCase();
    const found = BY_WORD.find(([shape]) => shape.test(lower));
    if (found !== undefined) return found[1];
  }
  return '';
}

/** Things that stay what they are whatever they are made of. */
const THINGS: ReadonlySet<Form | ''> = new Set(['furniture', 'textile', 'jewelry']);

/** What a title of applied art names whatever it is made of: furniture, textile, jewelry; empty for anything else. */
export function thingIn(title: string): Form | '' {
  const named = formOf(undefined, title);
  return THINGS.has(named) ? named : '';
}

/** True when a folded word is the name of a form: "poster" is one, "posters" is not. */
export function isForm(word: string): word is Form {
  return Object.hasOwn(FORMS, word);
}

/** The kind of media of a form; an image when the form is not known. */
export function mediaTypeOf(form: Form | ''): MediaType {
  return form === '' ? 'IMAGE' : FORMS[form];
}

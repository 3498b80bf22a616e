import { PhraseLookupTable } from './request-tokens.ts';

/** Phrases about free rights in a work, such as "public domain", in several languages. Each sets the filter `rights:open`. */
export const RIGHTS_PHRASES = new PhraseLookupTable(
  `free to use, free to reuse, free to re use, free for use, free for reuse, free for commercial use, free for any use,
  free to download, free use, freely usable, freely reusable, freely available, freely licensed, free licence, free license,
  open licence, open license, open licences, open licenses, openly licensed, open licensed, open access, open content,
  public domain, in the public domain, cc0, cc 0, cc zero, creative commons zero, creative commons, copyright free,
  free of copyright, free from copyright, without copyright, no copyright, out of copyright, not in copyright,
  no longer in copyright, not under copyright, not copyrighted, non copyrighted, uncopyrighted, royalty free, rights free,
  free of rights, free rights, licence free, license free, no rights reserved, no restrictions, without restrictions,
  that i can use freely, i can use freely, can be used freely, i may use freely, that i can freely use, usable for free,
  libre de droits, libres de droits, domaine public, licence libre, licence ouverte, gemeinfrei, gemeinfreie, gemeinfreies,
  lizenzfrei, lizenzfreie, freie lizenz, dominio publico, licencia libre, libre de derechos, pubblico dominio,
  dominio pubblico, licenza libera, publiek domein, rechtenvrij, rechtenvrije, domena publiczna`,
);

/**
 * Phrases that are not searched before a phrase about rights, because they have no meaning of their own there: "images in the
 * public domain".
 */
export const RIGHTS_FILLERS = new PhraseLookupTable(
  'with an, with a, under an, under a, with, under, in the, must be, should be, which is, which are, that is, that are, only, and, images, image, pictures',
);

/** Phrases that begin a request, such as "show me". They are not searched. */
export const OPENINGS = new PhraseLookupTable(
  `please, hello, hi, show me, show, find me, find, give me, get me, list, search for, searching for, search, look for,
  looking for, i look for, i need, i want, i would like, i d like, i am looking for, im looking for, i m looking for,
  we need, we want, we are looking for, can you find, can you show me, can you show, can i have, could you find, do you have,
  do we have, where can i find, where are, what are, what is there, which, what, are there, are there any, is there,
  is there any, help me find, any, some, a few, several, a selection of, a set of, a series of, a list of, a collection of,
  examples of, an example of, an image of, a picture of, a photo of something, all, all the, every,
  je cherche, montrez moi, ich suche, zeig mir, zeige mir, busco, muestrame, quiero, cerco, mostrami, ik zoek, toon mij, szukam, hledam`,
);

/**
 * Generic words for a work with a preposition, at the beginning of a request: "pictures of", "something by". They are not
 * searched.
 */
export const GENERIC_WORKS = new PhraseLookupTable(
  `pictures of, picture of, pics of, images of, image of, imagery of, illustrations showing, works of, works by, work by, works showing,
  works about, works on, works from, artworks of, artworks by, artworks about, artworks showing, art of, art by, art about, art from, art showing,
  pieces of, pieces by, pieces from, things by, things from, things with, things that show, something by, something with, something about,
  something showing, something from, something like, something made of, anything by, anything about, anything with, anything from, anything showing,
  objects with, objects from, objects showing, items with, items from, depictions of, depiction of, representations of,
  representation of, renderings of, views showing, scenes of, scenes with, scenes showing, pictures with, pictures by, pictures showing,
  pictures from, images with, images by, images showing, images from, visuals of, references to, references for, material on, material about`,
);

/** Phrases that only connect the parts of a request, such as "made of" and "that shows". They are not searched. */
export const CONNECTIVES = new PhraseLookupTable(
  `made out of, made of, made from, made with, made by, made in, made for, made during, made between, made around, made, crafted from, crafted by,
  carved from, built by, built in, painted by, painted in, painted on, painted with, designed by, designed in, designed for, drawn by, drawn in, taken by,
  taken in, taken at, photographed by, created by, created in, produced by, produced in, printed by, printed in, signed by, written by, owned by,
  published by, published in, dating from, dating to, dating back to, dated to, dated from, dated, originating from, coming from,
  in the shape of, in shape of, in the form of, in form of, in the likeness of, shaped like, shaped as, formed like, formed as,
  in the style of, in the manner of, that shows, that show, which shows, which show, who show, that depict, that depicts,
  which depict, which depicts, showing, depicting, featuring, representing, portraying, illustrating, containing, consisting of,
  that are, that is, that were, that was, which are, which is, which were, which was, that have, that has, which have, which has, who are, who is,
  that i can use, which i can use, i can use, we can use, that i could use, that we can use, you can use, to use, that can be used,
  related to, relating to, having to do with, connected with, connected to, associated with, inspired by, in connection with, such as, as well as, like those of, called, titled, entitled, named,
  as a background, as a header, as an illustration, on my website, on my site, in my book, on my page,
  please, if possible, preferably, ideally, in high resolution, high resolution, good quality, high quality, or similar, and similar, or so, and so on, etc`,
);

/** Phrases that exclude the things that follow them, such as "without" in "without people". */
export const EXCLUSIONS = new PhraseLookupTable(
  `no, not, not by, not from, not in, not of, not any, not including, nothing by, nothing from, nothing with, nothing showing, nothing in, and nothing by, but nothing by, without, without any, except, except for, except by, excluding, exclude, excepting, excludes, other than, other than by,
  but not, but not by, but no, but without, and no, and not, apart from, aside from, anything but, rather than, instead of, minus, by anyone but, by anybody but, by anyone except, by anyone other than,
  by someone other than, by somebody other than, by artists other than, by others than, by people other than, by makers other than, by any artist but, by any artist except,
  ohne, keine, kein, keinen, aber keine, nicht, ausser, sans, pas de, mais pas, sauf, sin, excepto, pero no, senza, tranne, zonder, geen, behalve, bez, oprocz`,
);
/** Phrases that exclude the range of years that follows them: "nothing after 1900". */
export const NEGATIONS = new PhraseLookupTable(
  'nothing, but nothing, and nothing, none, not, but not, and not, no, but no, and no, without, without any, nichts, nicht, keine, rien, pas, nada, niente, niets, nic',
);
/** Words between a negation and the years that it excludes: generic words for a work, and verbs such as "made". */
export const GENERIC_THINGS = new PhraseLookupTable(
  'works, work, art, artworks, pieces, things, items, objects, records, pictures, images, anything, ones, that is, that are, which is, which are, made, dated, dating, from, painted, created, produced, published',
);
/**
 * Phrases after an excluded kind of work with which a narrower description of it begins: "no paintings by", "no photographs
 * of".
 */
export const QUALIFIERS = new PhraseLookupTable(
  `by, of, from, in, with, showing, depicting, featuring, that show, which show, that depict, made by, made in, made of, made from, painted by, painted in,
  designed by, drawn by, taken by, taken in, created by, printed by, printed in, published in, dating from, dated`,
);
/** Matches those phrases of `QUALIFIERS` after which a maker is named, such as "painted by". */
export const MAKER_QUALIFIER = / by$|^by$/;

/** Words that exclude but also occur in titles, such as "sans titre". At the beginning of a query they exclude nothing. */
export const TITLE_WORDS = new Set([
  'sans',
  'sin',
  'senza',
  'ohne',
  'zonder',
  'bez',
  'minus',
  'pas',
  'nicht',
  'kein',
  'keine',
  'geen',
]);
/** Those phrases of `EXCLUSIONS` that prefer the thing before them: "prints rather than paintings". */
export const PREFERENCES: ReadonlySet<string> = new Set(['rather than', 'instead of']);
/** Matches those phrases of `EXCLUSIONS` after which a maker is named, such as "not by". */
export const MAKER_EXCLUSION = /\b(?:by|anyone|anybody|artist)\b/;

/** Phrases that restrict a request to the thing before or after them: "only etchings". */
export const RESTRICTIONS = new PhraseLookupTable(
  'only, exclusively, solely, strictly, nothing but, nothing else than, nothing other than, just, nur, ausschliesslich, seulement, uniquement, solo, solamente, soltanto, alleen, tylko',
);

/** Words at which a noun phrase, such as an excluded thing, ends: "no boats in" excludes boats. */
export const PHRASE_ENDS: ReadonlySet<string> = new Set(
  `from in with at on for that which who whose showing depicting featuring before after between during made by where when but
  while dating about de von aus mit dans avec pour con per van met op`.split(/\s+/),
);
/** Words between the things of a list, as in "no prints or drawings". */
export const COORDINATORS: ReadonlySet<string> = new Set([
  'or',
  'nor',
  'and',
  'oder',
  'und',
  'ou',
  'et',
  'o',
  'y',
  'e',
  'en',
  'of',
]);
/** Articles before an excluded thing. */
export const ARTICLES: ReadonlySet<string> = new Set(
  'a an the any de des du la le les der die das dem den ein eine el los las il lo gli i een het'.split(
    ' ',
  ),
);

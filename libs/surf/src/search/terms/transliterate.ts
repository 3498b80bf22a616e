import type { Lexicon } from '../lexicon/lexicon.ts';
import { stem } from '@bridge/search';

/** Latin spellings of Cyrillic letters, the most common one first. */
const CYRILLIC =
  'а a|б b|в v|г g|д d|е e|ж zh|з z|и i|к k|л l|м m|н n|о o|п p|р r|с s|т t|у u|ф f|х kh,h|ц ts|ч ch|ш sh|щ shch|ъ |ы y|ь |э e|ю yu,iu|я ya,ia|і i|ї i|є ye|ґ g|ў u|ј j|љ lj|њ nj|ђ dj|ћ c|џ dz';
/** Latin spellings of Greek letters. */
const GREEK =
  'α a|β v,b|γ g|δ d|ε e|ζ z|η i,e|θ th|ι i|κ k|λ l|μ m|ν n|ξ x|ο o|π p|ρ r|σ s|ς s|τ t|υ y,u|φ ph,f|χ ch|ψ ps|ω o';
const LETTERS: ReadonlyMap<string, readonly string[]> = new Map(
  `${CYRILLIC}|${GREEK}`.split('|').map((one) => {
    const [letter = '', latin = ''] = one.split(' ');
    return [letter, latin.split(',')];
  }),
);
/**
 * Endings of Cyrillic words (without accents) that have several Latin spellings, each with the Cyrillic endings that replace it
 * before the transliteration.
 */
const LATIN_ENDINGS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/ии$/u, ['ы', 'ии']],
  [/ыи$/u, ['ы']],
];
const OTHER_SCRIPT = /^[\p{Script=Cyrillic}\p{Script=Greek}]+$/u;
/** Maximum number of Latin spellings of a Cyrillic or Greek word that are tried. */
const TRANSLITERATIONS_MAX = 16;

/** Returns the Latin spelling of a Cyrillic or Greek word that most documents contain; null when no document contains one. */
export function latinSpelling(word: string, lexicon: Lexicon): string | null {
  if (!OTHER_SCRIPT.test(word)) return null;
  let best: { readonly spelling: string; readonly documents: number } | null = null;
  for (const spelling of spellingsOf(word)) {
    const documents = lexicon.frequency(stem(spelling));
    if (documents > (best?.documents ?? 0)) best = { spelling, documents };
  }
  return best?.spelling ?? null;
}

function spellingsOf(word: string): string[] {
  const [ending, others] = LATIN_ENDINGS.find(([pattern]) => pattern.test(word)) ?? [null, []];
  const forms = ending === null ? [word] : others.map((other) => word.replace(ending, other));
  return forms.flatMap((form) => {
    let spellings = [''];
    for (const letter of form) {
      const latin = LETTERS.get(letter) ?? [letter];
      const next = spellings.flatMap((before) => latin.map((one) => before + one));
      // When the number of spellings would exceed `TRANSLITERATIONS_MAX`, only the most common Latin spelling of this letter is
      // used.
      spellings =
        next.length > TRANSLITERATIONS_MAX ? spellings.map((one) => one + (latin[0] ?? '')) : next;
    }
    return spellings;
  });
}

import { readFileSync } from 'node:fs';

/** File with the list of art terms (subjects and kinds of works) in several languages. data/ART-TERMS.md describes it. */
const ART_TERMS_FILE = new URL('../../data/art-terms.txt', import.meta.url);

/** A name of an art term in a language other than English. */
export interface NonEnglishArtTermName {
  readonly text: string;
  /**
   * True when the name has another meaning in another language of the list. A search for the term is then not extended to this
   * name.
   */
  readonly isAmbiguous: boolean;
  /**
   * True when the name is an English word with another meaning, or very short. It is then recognised in queries of other
   * languages only.
   */
  readonly isEnglish: boolean;
}

/** An art term (a subject or kind of work) with its names in several languages. */
export interface ArtTermEntry {
  readonly english: readonly string[];
  readonly others: readonly NonEnglishArtTermName[];
}

/** Reads the list of art terms. Each line is a term: its English names, then those of each further language after a `|`. */
export function readArtTerms(): ArtTermEntry[] {
  return readFileSync(ART_TERMS_FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [english = '', ...others] = line.split('|');
      return {
        english: namesIn(english),
        others: others.flatMap(namesIn).map((name) => ({
          text: name.replace(/^>+/, ''),
          isAmbiguous: name.startsWith('>'),
          isEnglish: name.startsWith('>>'),
        })),
      };
    });
}

function namesIn(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

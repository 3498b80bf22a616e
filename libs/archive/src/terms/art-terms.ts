import { readFileSync } from 'node:fs';

/** File with the multilingual list of art terms, described in data/ART-TERMS.md. */
const ART_TERMS_FILE = new URL('../../data/art-terms.txt', import.meta.url);

/** A name of an art term in another language than English. */
export interface ForeignTerm {
  readonly text: string;
  /**
   * True when the name has another meaning in English or another language; a query for the term is then not extended with this
   * name.
   */
  readonly isAmbiguous: boolean;
  /**
   * True when the name is an English word with another meaning; it is then recognised only in a query in another
   * language.
   */
  readonly isEnglish: boolean;
}

/** An art term (a subject or kind of work) with its names in several languages. */
export interface ArtTermEntry {
  readonly english: readonly string[];
  readonly others: readonly ForeignTerm[];
}

/** Reads the list of art terms: one term per line, English names first, `|` before each further language. */
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

import { LEXICON, packLexicon } from '@bridge/archive';
import type { ServingIndexVersionSummary, SearchIndex } from '@bridge/search';
import type { QueryParsingData } from './parse/parsed-query.ts';
import { Lexicon } from './lexicon/lexicon.ts';

/** The words, names and collections of an index version, with which queries are parsed, and the name of the version. */
export interface VersionedQueryParsingData extends QueryParsingData {
  readonly version: string;
}

/** The stored words and names of an index version. */
type StoredLexicon = NonNullable<Awaited<ReturnType<SearchIndex['attachment']>>>;

/** Maximum number of times that the reads are repeated because another version began to serve between them. */
const READS_AGAIN_MAX = 4;
const EMPTY = packLexicon({ words: [], documents: new Uint32Array() }, [], []);

/** Caches the words, names and collections of the serving index version, with which queries are parsed. */
export class LexiconCache {
  readonly #index: SearchIndex;
  #current: Promise<VersionedQueryParsingData> | null = null;
  #version = '';

  constructor(index: SearchIndex) {
    this.#index = index;
  }

  /**
   * Returns the words, names and collections of the serving index version, with which a query is parsed. Errors:
   * service_unavailable.
   */
  async current(): Promise<VersionedQueryParsingData> {
    const loading = (this.#current ??= this.#load());
    try {
      return await loading;
    } catch (error) {
      // A failed read is not cached, so the next call reads the words and names again.
      if (this.#current === loading) this.#current = null;
      throw error;
    }
  }

  /**
   * Reports which index version answered a search. When the cached words and names are of another version, the next call of
   * `current` reads them again.
   */
  reportServed(version: string): void {
    if (version !== this.#version) this.#current = null;
  }

  async #load(): Promise<VersionedQueryParsingData> {
    let [info, side] = await this.#read();
    // Another version may begin to serve between the two reads. Its words would then be used with the collections of the one
    // before until the next import.
    for (let again = 0; again < READS_AGAIN_MAX && isMixed(info, side); again++)
      [info, side] = await this.#read();
    this.#version = side?.version ?? '';
    return {
      version: this.#version,
      lexicon: new Lexicon(side?.bytes ?? EMPTY),
      documents: info?.documents ?? 0,
      sources: (info?.sources ?? []).map(({ source }) => source),
    };
  }

  #read(): Promise<[ServingIndexVersionSummary | null, StoredLexicon | null]> {
    return Promise.all([this.#index.info(), this.#index.attachment(LEXICON)]);
  }
}

function isMixed(info: ServingIndexVersionSummary | null, side: StoredLexicon | null): boolean {
  return side !== null && info?.version !== side.version;
}

import { LEXICON, packLexicon } from '@bridge/archive';
import type { SearchIndex } from '@bridge/search';
import type { QueryParsingData } from './parse/parsed-query.ts';
import { Lexicon } from './lexicon/lexicon.ts';

/** The words, names and collections of an index version, with which queries are parsed, and the name of the version. */
export interface VersionedQueryParsingData extends QueryParsingData {
  readonly version: string;
}

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
    const [info, side] = await Promise.all([this.#index.info(), this.#index.attachment(LEXICON)]);
    this.#version = side?.version ?? '';
    return {
      version: this.#version,
      lexicon: new Lexicon(side?.bytes ?? EMPTY),
      documents: info?.documents ?? 0,
      sources: (info?.sources ?? []).map(({ source }) => source),
    };
  }
}

import { LEXICON, packLexicon } from '@bridge/archive';
import type { SearchIndex } from '@bridge/search';
import type { KnownIndex } from './understand.ts';
import { Lexicon } from './lexicon.ts';

/** A lexicon with what else a query is read by, of one index version. */
export interface Current extends KnownIndex {
  readonly version: string;
}

const EMPTY = packLexicon({ words: [], documents: new Uint32Array() }, [], []);

/** The lexicon of the index version that serves, read once per version. */
export class LexiconCache {
  readonly #index: SearchIndex;
  #current: Promise<Current> | null = null;
  #version = '';

  constructor(index: SearchIndex) {
    this.#index = index;
  }

  /** The lexicon to read a query with. Errors: service_unavailable. */
  async current(): Promise<Current> {
    const loading = (this.#current ??= this.#load());
    try {
      return await loading;
    } catch (error) {
      // The next call tries again; a failure must not stick.
      if (this.#current === loading) this.#current = null;
      throw error;
    }
  }

  /** Told with every answer: another version than the one known means that its lexicon is read before the next call. */
  seen(version: string): void {
    if (version !== this.#version) this.#current = null;
  }

  async #load(): Promise<Current> {
    const [info, side] = await Promise.all([this.#index.info(), this.#index.side(LEXICON)]);
    this.#version = side?.version ?? '';
    return {
      version: this.#version,
      lexicon: new Lexicon(side?.bytes ?? EMPTY),
      documents: info?.documents ?? 0,
      sources: (info?.sources ?? []).map(({ source }) => source),
    };
  }
}

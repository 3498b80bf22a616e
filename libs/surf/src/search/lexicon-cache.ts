import { LEXICON, packLexicon } from '@bridge/archive';
import type { SearchIndex } from '@bridge/search';
import type { IndexProfile } from './parsed-query.ts';
import { Lexicon } from './lexicon.ts';

/** The IndexProfile of one index version. */
export interface VersionProfile extends IndexProfile {
  readonly version: string;
}

const EMPTY = packLexicon({ words: [], documents: new Uint32Array() }, [], []);

/** The profile of the serving index version, read once per version. */
export class LexiconCache {
  readonly #index: SearchIndex;
  #current: Promise<VersionProfile> | null = null;
  #version = '';

  constructor(index: SearchIndex) {
    this.#index = index;
  }

  /** The profile to parse a query with. Errors: service_unavailable. */
  async current(): Promise<VersionProfile> {
    const loading = (this.#current ??= this.#load());
    try {
      return await loading;
    } catch (error) {
      // The next call reads again.
      if (this.#current === loading) this.#current = null;
      throw error;
    }
  }

  /** Receives the version of every answer. After another version, the next call reads its profile. */
  seen(version: string): void {
    if (version !== this.#version) this.#current = null;
  }

  async #load(): Promise<VersionProfile> {
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

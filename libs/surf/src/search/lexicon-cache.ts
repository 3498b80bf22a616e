import { LEXICON, packLexicon } from '@bridge/archive';
import type { SearchIndex } from '@bridge/search';
import type { IndexProfile } from './parse/parsed-query.ts';
import { Lexicon } from './lexicon/lexicon.ts';

/** The IndexProfile of one index version. */
export interface VersionProfile extends IndexProfile {
  readonly version: string;
}

const EMPTY = packLexicon({ words: [], documents: new Uint32Array() }, [], []);

/** The profile of the serving index version, read once for each version. */
export class LexiconCache {
  readonly #index: SearchIndex;
  #current: Promise<VersionProfile> | null = null;
  #version = '';

  constructor(index: SearchIndex) {
    this.#index = index;
  }

  /** Returns the profile with which a query is parsed. Errors: service_unavailable. */
  async current(): Promise<VersionProfile> {
    const loading = (this.#current ??= this.#load());
    try {
      return await loading;
    } catch (error) {
      // After a failure, the next call reads the profile again.
      if (this.#current === loading) this.#current = null;
      throw error;
    }
  }

  /** Notes the version of an answer. When it differs from the cached one, the next call reads the profile again. */
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

import type { WebsiteRecord } from '@bridge/contracts';
import { makeIdempotencyKey, toRefusal } from '../api/client.ts';
import { savePage } from '../api/pages.ts';
import { editsOf, type DraftTexts, type RevisionTexts } from './draft-texts.ts';

/** A save whose outcome is unknown: the same body is sent again under the same key. */
interface OpenSave {
  readonly key: string;
  readonly body: string;
}

/** Saves edits of one website under idempotency keys. */
export class DraftSaver {
  readonly #pageId: number;
  #open: OpenSave | null = null;

  constructor(pageId: number) {
    this.#pageId = pageId;
  }

  /** Saves texts on a base. Throws Refusal; after an unknown outcome the same save is sent under the same key. */
  async save(
    base: RevisionTexts,
    texts: DraftTexts,
    { seq, isKept }: { readonly seq: number; readonly isKept: boolean },
  ): Promise<WebsiteRecord> {
    // What a save leaves out is taken from the kept edits: older ones must not be.
    const { title, html: raw_html, layers } = texts;
    const edits = isKept ? editsOf(base, texts) : { title, raw_html, layers };
    const request = { ...edits, expected_revision: base.revision, seq };
    const body = JSON.stringify(request);
    if (this.#open?.body !== body) this.#open = { key: makeIdempotencyKey(), body };
    try {
      const { website } = await savePage(this.#pageId, request, this.#open.key);
      this.#open = null;
      return website;
    } catch (error) {
      if (toRefusal(error).outcome !== 'unknown') this.#open = null;
      throw error;
    }
  }
}

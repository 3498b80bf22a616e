import type { WebsiteRecord } from '@bridge/contracts';
import { makeIdempotencyKey, toRefusal } from '../api/client.ts';
import { savePage } from '../api/pages.ts';
import { editsOf, type DraftTexts, type RevisionTexts } from './draft-texts.ts';

/** A sent save whose outcome is unknown; the same body is sent again under the same idempotency key. */
interface OpenSave {
  readonly key: string;
  readonly body: string;
}

/** Saves edits of one website as a revision, under idempotency keys. */
export class DraftSaver {
  readonly #pageId: number;
  #open: OpenSave | null = null;

  constructor(pageId: number) {
    this.#pageId = pageId;
  }

  /**
   * Saves texts that were edited from the revision `base`. Throws Refusal; after an unknown outcome the same save is repeated
   * under the same key.
   */
  async save(
    base: RevisionTexts,
    texts: DraftTexts,
    { seq, isKept }: { readonly seq: number; readonly isKept: boolean },
  ): Promise<WebsiteRecord> {
    // The service takes omitted parts from its stored unsaved edits, which must then be current; otherwise all parts are sent.
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

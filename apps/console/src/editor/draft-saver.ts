import type { WebsiteRecord } from '@bridge/contracts';
import { makeIdempotencyKey, toRefusal } from '../api/client.ts';
import { savePage } from '../api/pages.ts';
import { editsOf, type DraftTexts, type RevisionTexts } from './draft-texts.ts';

/** A sent save whose outcome is unknown. */
interface OpenSave {
  readonly key: string;
  readonly request: Parameters<typeof savePage>[1];
  readonly texts: DraftTexts;
}

/** A save that the service has stored. */
export interface DoneSave {
  readonly website: WebsiteRecord;
  /** The texts that were saved. */
  readonly texts: DraftTexts;
}

/** Saves edits of one website as a revision, under idempotency keys. */
export class DraftSaver {
  readonly #pageId: number;
  #open: OpenSave | null = null;

  constructor(pageId: number) {
    this.#pageId = pageId;
  }

  async #send(save: OpenSave): Promise<DoneSave> {
    this.#open = save;
    try {
      const { website } = await savePage(this.#pageId, save.request, save.key);
      this.#open = null;
      return { website, texts: save.texts };
    } catch (error) {
      if (toRefusal(error).outcome !== 'unknown') this.#open = null;
      throw error;
    }
  }

  /**
   * Sends a save whose outcome is unknown again, with the same idempotency key. Returns null when there is no such
   * save, or when it is refused and so was not stored. Throws Refusal while the outcome stays unknown.
   */
  async repeat(): Promise<DoneSave | null> {
    if (this.#open === null) return null;
    try {
      return await this.#send(this.#open);
    } catch (error) {
      if (this.#open !== null) throw error;
      return null;
    }
  }

  /** Saves texts that are based on a revision. Throws Refusal. */
  save(
    base: RevisionTexts,
    texts: DraftTexts,
    { seq, isKept }: { readonly seq: number; readonly isKept: boolean },
  ): Promise<DoneSave> {
    // The service takes the texts that a save omits from the unsaved edits. When those are older than the shown texts,
    // all texts are sent.
    const { title, html: raw_html, layers } = texts;
    const edits = isKept ? editsOf(base, texts) : { title, raw_html, layers };
    const request = { ...edits, expected_revision: base.revision, seq };
    return this.#send({ key: makeIdempotencyKey(), request, texts });
  }
}

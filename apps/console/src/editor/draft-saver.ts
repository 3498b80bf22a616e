import type { WebsiteRecord } from '@bridge/contracts';
import { makeIdempotencyKey, toRefusal } from '../api/client.ts';
import { savePage } from '../api/pages.ts';
import { editsOf, type DraftTexts, type RevisionTexts } from './draft-texts.ts';

/** A request to save a draft that was sent and whose outcome is unknown. */
interface DraftSaveWithUnknownOutcome {
  readonly key: string;
  readonly request: Parameters<typeof savePage>[1];
  readonly texts: DraftTexts;
}

/** The result of a save of a draft that the service has stored. */
export interface DraftSaveResult {
  readonly website: WebsiteRecord;
  /** The texts that were saved. */
  readonly texts: DraftTexts;
}

/** Saves the edits of one website as a revision. A save with an unknown outcome can be sent again under its idempotency key. */
export class DraftSaver {
  readonly #pageId: number;
  #open: DraftSaveWithUnknownOutcome | null = null;

  constructor(pageId: number) {
    this.#pageId = pageId;
  }

  async #send(save: DraftSaveWithUnknownOutcome): Promise<DraftSaveResult> {
    const before = this.#open;
    this.#open = save;
    try {
      const { website } = await savePage(this.#pageId, save.request, save.key);
      this.#open = null;
      return { website, texts: save.texts };
    } catch (error) {
      const { outcome, isRefusedUnread } = toRefusal(error);
      // A repeated save stays unanswered if this request was refused before the service looked at it, such as for overload.
      if (outcome !== 'unknown') this.#open = isRefusedUnread ? before : null;
      throw error;
    }
  }

  /**
   * Sends the save whose outcome is unknown again, under the same idempotency key. Returns null when there is no such save, or
   * when the service refuses it, which means that it was not stored. Throws ServiceRequestError while the outcome stays
   * unknown.
   */
  async repeat(): Promise<DraftSaveResult | null> {
    if (this.#open === null) return null;
    try {
      return await this.#send(this.#open);
    } catch (error) {
      if (this.#open !== null) throw error;
      return null;
    }
  }

  /**
   * Saves the edited texts as the revision after `base`. `isKept` is true when the service has all unsaved edits of this
   * editor; then only the parts that differ from `base` are sent. Throws ServiceRequestError.
   */
  save(
    base: RevisionTexts,
    texts: DraftTexts,
    { seq, isKept }: { readonly seq: number; readonly isKept: boolean },
  ): Promise<DraftSaveResult> {
    // The service takes omitted parts from the unsaved edits that it has stored. If those are outdated, all parts are sent.
    const { title, html: raw_html, layers } = texts;
    const edits = isKept ? editsOf(base, texts) : { title, raw_html, layers };
    const request = { ...edits, expected_revision: base.revision, seq };
    return this.#send({ key: makeIdempotencyKey(), request, texts });
  }
}

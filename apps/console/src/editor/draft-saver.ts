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

/** A save that was done. */
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
   * Sends a save whose outcome is unknown again, under its key. Returns null when none is open or when it was refused: then it was
   * not done. Throws Refusal while the outcome stays unknown.
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

  /** Saves texts on a base. Throws Refusal. */
  save(
    base: RevisionTexts,
    texts: DraftTexts,
    { seq, isKept }: { readonly seq: number; readonly isKept: boolean },
  ): Promise<DoneSave> {
    // What a save leaves out is taken from the kept edits: older ones must not be.
    const { title, html: raw_html, layers } = texts;
    const edits = isKept ? editsOf(base, texts) : { title, raw_html, layers };
    const request = { ...edits, expected_revision: base.revision, seq };
    return this.#send({ key: makeIdempotencyKey(), request, texts });
  }
}

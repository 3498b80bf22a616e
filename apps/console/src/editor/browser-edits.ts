import { forgetEdits, keepEdits, type EditsInBrowserStorage } from '../api/kept-edits.ts';
import { nowMs } from '../ui/time.tsx';

/**
 * The unsaved edits of one website that one editor stores in this browser. The editor never removes edits that another editor
 * stored after its own.
 */
export class BrowserEditStore {
  readonly #pageId: number;
  /** Time, in ms since the Unix epoch, at which the edits that this editor last read or wrote were stored. */
  #at: number;

  /**
   * `at` is the time, in ms since the Unix epoch, at which the edits that the editor opened with were stored in this browser;
   * null when there were none.
   */
  constructor(pageId: number, at: number | null) {
    this.#pageId = pageId;
    this.#at = at ?? 0;
  }

  /** Stores edits and overwrites the earlier ones. Resolves to false when the browser cannot store them. */
  async keep(edits: Omit<EditsInBrowserStorage, 'pageId' | 'at'>): Promise<boolean> {
    // The time is set before the write, so that a call of `forget` during the write removes these edits.
    this.#at = nowMs();
    try {
      await keepEdits({ ...edits, pageId: this.#pageId, at: this.#at });
      return true;
    } catch {
      return false;
    }
  }

  /** Removes the edits that this editor read or wrote last, unless another editor has stored newer ones. */
  forget(): Promise<void> {
    return forgetEdits(this.#pageId, this.#at);
  }
}

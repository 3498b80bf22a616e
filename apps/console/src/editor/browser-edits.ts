import { forgetEdits, keepEdits, type KeptEdits } from '../api/kept-edits.ts';
import { nowMs } from '../ui/time.tsx';

/** The unsaved edits of one website that one editor stores in this browser. Those that another editor stored later stay. */
export class BrowserEdits {
  readonly #pageId: number;
  /** Time of the edits that this editor read or wrote last, in ms since the Unix epoch. */
  #at: number;

  /** `at`: the time of the edits with which the editor was opened; null without edits. */
  constructor(pageId: number, at: number | null) {
    this.#pageId = pageId;
    this.#at = at ?? 0;
  }

  /** Stores edits in place of the ones before. Resolves to false when the browser stores nothing. */
  async keep(edits: Omit<KeptEdits, 'pageId' | 'at'>): Promise<boolean> {
    // The time is noted before the write, so that a removal which follows at once removes what is being written.
    this.#at = nowMs();
    try {
      await keepEdits({ ...edits, pageId: this.#pageId, at: this.#at });
      return true;
    } catch {
      return false;
    }
  }

  /** Removes the edits. */
  forget(): Promise<void> {
    return forgetEdits(this.#pageId, this.#at);
  }
}

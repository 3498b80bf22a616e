import { toRefusal } from '../api/client.ts';
import { dropUnsaved, putUnsaved, type EditedTexts, type SentEdits } from '../api/pages.ts';

/** Sends the unsaved edits of one website, each time on the state that the service has. */
export class EditSender {
  readonly #pageId: number;
  #seq: number;
  /** Edits that the service may have: their answer was lost. */
  #unheard: SentEdits | null = null;

  /** `seq` is the state that the service has now. */
  constructor(pageId: number, seq: number) {
    this.#pageId = pageId;
    this.#seq = seq;
  }

  /** The state that the next change names. */
  get seq(): number {
    return this.#seq;
  }

  /** Goes on from a state that the service reported. */
  goOnFrom(seq: number): void {
    this.#seq = seq;
    this.#unheard = null;
  }

  /**
   * Sends edits whose answer was lost again, before newer ones are sent: the service would refuse newer ones on the same state as
   * those of another window. It answers edits that it has with their state. Throws Refusal.
   */
  async settle(keepalive: boolean): Promise<void> {
    if (this.#unheard !== null) await this.#put(this.#unheard, keepalive);
  }

  /** Replaces the edits of the service; null drops them. Throws Refusal. */
  async send(baseRevision: number, edits: EditedTexts | null, keepalive: boolean): Promise<void> {
    const seq = this.#seq;
    if (edits === null) this.#seq = (await dropUnsaved(this.#pageId, seq, true)).seq;
    else await this.#put({ ...edits, base_revision: baseRevision, seq }, keepalive);
  }

  async #put(edits: SentEdits, keepalive: boolean): Promise<void> {
    try {
      this.goOnFrom((await putUnsaved(this.#pageId, edits, { keepalive })).seq);
    } catch (error) {
      const { code, outcome, retry } = toRefusal(error);
      const mayRepeat = retry === 'same_key' || retry === 'after_seconds';
      if (outcome === 'unknown') this.#unheard = edits;
      else if (!mayRepeat && code !== 'session_required') this.#unheard = null;
      throw error;
    }
  }
}

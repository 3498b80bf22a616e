import { toRefusal } from '../api/client.ts';
import { dropUnsaved, putUnsaved, type SentEdits } from '../api/pages.ts';
import { editsOf, type DraftTexts, type RevisionTexts } from './draft-texts.ts';

/** The texts of a draft, with the revision on which they are based. */
export interface BasedTexts {
  readonly base: RevisionTexts;
  readonly texts: DraftTexts;
}

/** The unsaved edits of a website as the service has them. */
export interface ServiceState {
  /** Sequence number, which the next change names. */
  readonly seq: number;
  /** The draft with these edits; null when there are none. */
  readonly texts: DraftTexts | null;
}

/** Edits that were sent, with the texts that result from them. */
interface SentTexts {
  readonly edits: SentEdits;
  readonly texts: DraftTexts;
}

/** Sends the unsaved edits of one website. Each request names the state that the service has. */
export class EditSender {
  readonly #pageId: number;
  #state: ServiceState;
  #unanswered: SentTexts | null = null;

  constructor(pageId: number, state: ServiceState) {
    this.#pageId = pageId;
    this.#state = state;
  }

  /** The last state of the unsaved edits at the service that this window knows. */
  get state(): ServiceState {
    return this.#state;
  }

  /** Edits that the service may have stored, because their answer has not arrived; null when there are none. */
  get unanswered(): SentEdits | null {
    return this.#unanswered?.edits ?? null;
  }

  /** Continues from a state that the service reported. */
  continueFrom(state: ServiceState): void {
    this.#state = state;
    this.#unanswered = null;
  }

  /**
   * Sends edits whose answer was lost again, before newer ones are sent. Otherwise the service would refuse the newer
   * ones as if another window had changed the edits. For edits that it has stored already, the service returns their
   * state. Throws Refusal.
   */
  async settle(keepalive: boolean): Promise<void> {
    if (this.#unanswered !== null) await this.#put(this.#unanswered, keepalive);
  }

  /** Replaces the unsaved edits at the service; when the texts equal their base, it removes them. Throws Refusal. */
  async send({ base, texts }: BasedTexts, keepalive: boolean): Promise<void> {
    const { seq } = this.#state;
    const edits = editsOf(base, texts);
    if (edits !== null)
      return this.#put(
        { edits: { ...edits, base_revision: base.revision, seq }, texts },
        keepalive,
      );
    const dropped = await dropUnsaved(this.#pageId, seq, true, { keepalive });
    this.continueFrom({ seq: dropped.seq, texts: null });
  }

  async #put(sent: SentTexts, keepalive: boolean): Promise<void> {
    const before = this.#unanswered;
    this.#unanswered = sent;
    try {
      const { seq } = await putUnsaved(this.#pageId, sent.edits, { keepalive });
      this.continueFrom({ seq, texts: sent.texts });
    } catch (error) {
      const { code, outcome, retry } = toRefusal(error);
      const mayRepeat = retry === 'same_key' || retry === 'after_seconds';
      // After a refusal with a known outcome these edits were not stored.
      if (outcome !== 'unknown')
        this.#unanswered = mayRepeat || code === 'session_required' ? before : null;
      throw error;
    }
  }
}

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

/** Edits that were sent, with the texts that they make. */
interface SentTexts {
  readonly edits: SentEdits;
  readonly texts: DraftTexts;
}

/** Sends the unsaved edits of one website, each time on the state that the service has. */
export class EditSender {
  readonly #pageId: number;
  #state: ServiceState;
  /** Edits that the service may have: their answer has not arrived. */
  #unanswered: SentTexts | null = null;

  constructor(pageId: number, state: ServiceState) {
    this.#pageId = pageId;
    this.#state = state;
  }

  /** The state of the service that this window knows. */
  get state(): ServiceState {
    return this.#state;
  }

  /** Edits that the service may have, because their answer has not arrived; null without such edits. */
  get unanswered(): SentEdits | null {
    return this.#unanswered?.edits ?? null;
  }

  /** Goes on from a state that the service reported. */
  goOnFrom(state: ServiceState): void {
    this.#state = state;
    this.#unanswered = null;
  }

  /**
   * Sends edits whose answer was lost again, before newer ones are sent: the service would refuse newer ones on the same state as
   * those of another window. It answers edits that it has with their state. Throws Refusal.
   */
  async settle(keepalive: boolean): Promise<void> {
    if (this.#unanswered !== null) await this.#put(this.#unanswered, keepalive);
  }

  /** Replaces the edits of the service; it has none when the texts are those of their base. Throws Refusal. */
  async send({ base, texts }: BasedTexts, keepalive: boolean): Promise<void> {
    const { seq } = this.#state;
    const edits = editsOf(base, texts);
    if (edits !== null)
      return this.#put(
        { edits: { ...edits, base_revision: base.revision, seq }, texts },
        keepalive,
      );
    const dropped = await dropUnsaved(this.#pageId, seq, true, { keepalive });
    this.goOnFrom({ seq: dropped.seq, texts: null });
  }

  async #put(sent: SentTexts, keepalive: boolean): Promise<void> {
    const before = this.#unanswered;
    this.#unanswered = sent;
    try {
      const { seq } = await putUnsaved(this.#pageId, sent.edits, { keepalive });
      this.goOnFrom({ seq, texts: sent.texts });
    } catch (error) {
      const { code, outcome, retry } = toRefusal(error);
      const mayRepeat = retry === 'same_key' || retry === 'after_seconds';
      // A refusal says that these edits were not stored.
      if (outcome !== 'unknown')
        this.#unanswered = mayRepeat || code === 'session_required' ? before : null;
      throw error;
    }
  }
}

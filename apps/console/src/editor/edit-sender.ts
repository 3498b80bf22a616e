import { toRefusal } from '../api/client.ts';
import { dropUnsaved, putUnsaved, type UnsavedEditsPutRequest } from '../api/pages.ts';
import { editsOf, type DraftTexts, type RevisionTexts } from './draft-texts.ts';

/** The texts of a draft, with the revision on which they are based. */
export interface DraftTextsWithBase {
  readonly base: RevisionTexts;
  readonly texts: DraftTexts;
}

/** The unsaved edits of a website as the service has them. */
export interface ServerUnsavedEdits {
  /** Sequence number of the unsaved edits. The next request that changes them must contain it. */
  readonly seq: number;
  /** The draft's texts with the unsaved edits applied; null when there are none. */
  readonly texts: DraftTexts | null;
}

/** Edits that were sent, and the texts of the draft with these edits applied. */
interface EditsWithUnknownPutOutcome {
  readonly edits: UnsavedEditsPutRequest;
  readonly texts: DraftTexts;
}

/**
 * Sends the unsaved edits of one website to the service. Each request contains the sequence number of the edits that it
 * replaces, so the service refuses it when another window has changed them.
 */
export class EditSender {
  readonly #pageId: number;
  #state: ServerUnsavedEdits;
  #unanswered: EditsWithUnknownPutOutcome | null = null;

  constructor(pageId: number, state: ServerUnsavedEdits) {
    this.#pageId = pageId;
    this.#state = state;
  }

  /** The newest state of the unsaved edits at the service that this window has received. */
  get state(): ServerUnsavedEdits {
    return this.#state;
  }

  /** Edits that the service may have stored, because the answer to their request was lost; null when there are none. */
  get unanswered(): UnsavedEditsPutRequest | null {
    return this.#unanswered?.edits ?? null;
  }

  /** Continues from the unsaved edits that the service reported, and forgets a request whose answer was lost. */
  continueFrom(state: ServerUnsavedEdits): void {
    this.#state = state;
    this.#unanswered = null;
  }

  /**
   * Repeats the request whose answer was lost, before newer edits are sent. Otherwise the service would refuse the newer edits
   * as if another window had changed them. If the service has already stored the repeated edits, it returns their state. Throws
   * ServiceRequestError.
   */
  async settle(keepalive: boolean): Promise<void> {
    if (this.#unanswered !== null) await this.#put(this.#unanswered, keepalive);
  }

  /** Returns the body of the request that would send these texts; null when they equal their base revision. */
  bodyOf({ base, texts }: DraftTextsWithBase): UnsavedEditsPutRequest | null {
    const edits = editsOf(base, texts);
    return edits && { ...edits, base_revision: base.revision, seq: this.#state.seq };
  }

  /**
   * Replaces the unsaved edits at the service with the given texts. If the texts equal their base revision, the unsaved edits
   * are dropped. Throws ServiceRequestError.
   */
  async send(shown: DraftTextsWithBase, keepalive: boolean): Promise<void> {
    const edits = this.bodyOf(shown);
    if (edits !== null) return this.#put({ edits, texts: shown.texts }, keepalive);
    const dropped = await dropUnsaved(this.#pageId, this.#state.seq, true, { keepalive });
    this.continueFrom({ seq: dropped.seq, texts: null });
  }

  async #put(sent: EditsWithUnknownPutOutcome, keepalive: boolean): Promise<void> {
    const before = this.#unanswered;
    this.#unanswered = sent;
    try {
      const { seq } = await putUnsaved(this.#pageId, sent.edits, { keepalive });
      this.continueFrom({ seq, texts: sent.texts });
    } catch (error) {
      const { outcome, isRefusedUnread } = toRefusal(error);
      // A refusal with a known outcome means that the service did not store these edits.
      // An earlier request stays unanswered if this one was refused before its edits were read, such as for overload.
      if (outcome !== 'unknown') this.#unanswered = isRefusedUnread ? before : null;
      throw error;
    }
  }
}

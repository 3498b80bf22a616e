import type { WebsiteRecord } from '@bridge/contracts';
import { toRefusal } from '../api/client.ts';
import { forgetEdits } from '../api/kept-edits.ts';
import { dropUnsaved, readPage, readUnsaved } from '../api/pages.ts';
import { isStoredExactly } from '../text/stored-exactly.ts';
import { clashesOf, mergeDraft, resultOf, type MergeChoices } from './draft-merge.ts';
import { DraftSaver } from './draft-saver.ts';
import { editsOf, type DraftTexts, type RevisionTexts } from './draft-texts.ts';
import { EditKeeper, type KeepState } from './edit-keeper.ts';
import { textsOf, type OpenDraft } from './open-draft.ts';
import { readWindowTexts } from './window-texts.ts';
import { firstState, makeSessionStore, type SessionStore } from './session-state.ts';

/** The code view, as the session uses it. */
export interface SessionCode {
  readonly text: () => string;
  readonly length: () => number;
  readonly replaceText: (text: string) => void;
}

/** The editing of one draft: its base, the edits, where they are kept, and what others write meanwhile. */
export class EditorSession {
  readonly store: SessionStore;
  readonly #pageId: number;
  readonly #code: SessionCode;
  readonly #keeper: EditKeeper;
  readonly #saver: DraftSaver;

  /** Starts with the texts that `code` shows already. */
  constructor(open: OpenDraft, code: SessionCode) {
    this.#pageId = open.page.website.page_id;
    this.#code = code;
    this.#saver = new DraftSaver(this.#pageId);
    this.store = makeSessionStore(firstState(open));
    this.#keeper = new EditKeeper(
      {
        pageId: this.#pageId,
        size: code.length,
        read: () => ({
          baseRevision: this.#base.revision,
          edits: editsOf(this.#base, this.texts()),
        }),
        onState: (keep) => this.#onKept(keep),
        onOvertaken: () => void this.#bringWindowsTogether(),
      },
      open.page.unsaved.seq,
    );
    if (open.isAhead) this.#keeper.note();
  }

  get #base(): RevisionTexts {
    return this.store.get().base;
  }
  /** What the person sees now. */
  texts(): DraftTexts {
    const { title, layers } = this.store.get();
    return { title, layers, html: this.#code.text() };
  }

  #hasEdits(): boolean {
    return editsOf(this.#base, this.texts()) !== null;
  }

  #onKept(keep: KeepState): void {
    const keptCount = this.store.get().keptCount + 1;
    const isKept = keep.where === 'service';
    this.store.set({ keep, ...(isKept ? { keptCount, hasEdits: this.#hasEdits() } : {}) });
  }

  /** Notes a change of the code. */
  readonly noteChange = (): void => {
    if (!this.store.get().hasEdits) this.store.set({ hasEdits: true });
    this.#keeper.note();
  };

  /** Changes the title or the layers. */
  readonly edit = (part: Partial<Pick<DraftTexts, 'title' | 'layers'>>): void => {
    this.store.set(part);
    this.noteChange();
  };

  /** Keeps the edits now; resolves to false when the service does not have them. */
  readonly keepNow = (options?: { readonly leaving?: boolean }): Promise<boolean> =>
    this.#keeper.flush(options);

  /** Shows texts on a base. The step in the code can be undone. */
  #show(texts: DraftTexts, base: RevisionTexts): void {
    const { title, layers } = texts;
    this.store.set({ title, layers, base, newer: null, isMerging: false });
    this.#code.replaceText(texts.html);
    this.store.set({ hasEdits: this.#hasEdits() });
    this.#keeper.note();
  }

  /** Another window changed the unsaved edits: both are brought together. */
  async #bringWindowsTogether(): Promise<void> {
    const base = this.#base;
    try {
      const { seq, texts, merge } = await readWindowTexts(this.#pageId, base, this.texts());
      this.#keeper.setSeq(seq);
      if (clashesOf(merge) === 0) return this.#show(resultOf(merge), base);
      const { website } = this.store.get();
      this.store.set({ newer: { from: 'window', website, texts, merge }, isMerging: true });
    } catch (error) {
      this.store.set({ refusal: toRefusal(error) });
    }
  }

  /** Reads the draft again when a revision newer than the base may exist; `revision` is the one that was reported. */
  readonly look = async (revision: number | null): Promise<void> => {
    const { base, saving } = this.store.get();
    if (saving || (revision !== null && revision <= base.revision)) return;
    try {
      const page = await readPage(this.#pageId);
      const { website } = page;
      const theirs = textsOf(page);
      if (theirs.revision <= this.#base.revision) return this.store.set({ website });
      const mine = this.texts();
      if (editsOf(base, mine) === null) {
        this.store.set({ website });
        return this.#show(theirs, theirs);
      }
      const merge = await mergeDraft(base, mine, theirs);
      this.store.set({ newer: { from: 'revision', website, texts: theirs, merge } });
    } catch (error) {
      this.store.set({ refusal: toRefusal(error) });
    }
  };

  /** Opens or closes the view in which clashes are decided. */
  readonly setMerging = (isMerging: boolean): void => this.store.set({ isMerging });

  /** Takes the newer texts in; a clash takes what the person chose. */
  readonly takeIn = (choices?: MergeChoices): void => {
    const { newer } = this.store.get();
    if (newer === null) return;
    this.store.set({ website: newer.website });
    this.#show(resultOf(newer.merge, choices), newer.from === 'window' ? this.#base : newer.texts);
  };

  async #noteSaved(website: WebsiteRecord, sent: DraftTexts): Promise<void> {
    const base = { ...sent, revision: website.draft_revision };
    const isAltered = !(await isStoredExactly(sent.html, website.raw_sha256));
    this.store.set({ website, base, isAltered, editedAt: null });
    const { seq } = await readUnsaved(this.#pageId);
    this.#keeper.setSeq(seq);
    const hasEdits = this.#hasEdits();
    this.store.set({ hasEdits });
    if (hasEdits) this.#keeper.note();
    else if (!isAltered) await forgetEdits(this.#pageId);
  }

  async #sendSave(): Promise<void> {
    await this.#keeper.flush();
    const mine = this.texts();
    const website = await this.#saver.save(this.#base, mine, this.#keeper.seq);
    await this.#noteSaved(website, mine);
  }

  /** Saves the edits as one revision. Does nothing while a clash is open. */
  readonly save = async (): Promise<void> => {
    const { saving, newer } = this.store.get();
    if (saving || newer !== null) return;
    this.store.set({ saving: true, refusal: null });
    try {
      await this.#sendSave();
    } catch (error) {
      this.store.set({ refusal: toRefusal(error) });
    } finally {
      this.store.set({ saving: false });
    }
    if (this.store.get().refusal?.code === 'revision_conflict') await this.look(null);
  };

  /** Drops the edits. Resolves to what takes them back; null when they could not be dropped. */
  readonly dropEdits = async (): Promise<(() => Promise<void>) | null> => {
    const base = this.#base;
    await this.#keeper.flush();
    const before = this.texts();
    try {
      const { seq } = await dropUnsaved(this.#pageId, this.#keeper.seq, true);
      this.#show(base, base);
      this.#keeper.setSeq(seq);
      this.store.set({ editedAt: null, keep: null });
      await forgetEdits(this.#pageId);
      return async () => {
        this.#show(before, base);
        await this.#keeper.flush();
      };
    } catch (error) {
      this.store.set({ refusal: toRefusal(error) });
      return null;
    }
  };

  /** Ends the timers. */
  stop(): void {
    this.#keeper.stop();
  }
}

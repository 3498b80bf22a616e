import type { WebsiteRecord } from '@bridge/contracts';
import { toRefusal } from '../api/client.ts';
import { forgetAside, forgetEdits, setAside, type KeptEdits } from '../api/kept-edits.ts';
import { dropUnsaved, readPage, readUnsaved } from '../api/pages.ts';
import { isStoredExactly } from '../text/stored-exactly.ts';
import { clashesOf, resultOf, type MergeChoices } from './draft-merge.ts';
import { DraftSaver } from './draft-saver.ts';
import type { DraftTexts, RevisionTexts } from './draft-texts.ts';
import { textsOf } from './open-draft.ts';
import { SessionCore } from './session-core.ts';
import type { OtherTexts } from './session-state.ts';
import { readWindowTexts, readyTexts } from './window-texts.ts';

/** The editing of one draft: merges changes made elsewhere, saves, and drops the edits. */
export class EditorSession extends SessionCore {
  readonly #saver = new DraftSaver(this.pageId);

  #take({ from, website, base, seq, aside, merge }: OtherTexts, choices?: MergeChoices): void {
    if (seq !== null) this.keeper.setSeq(seq);
    this.store.set({ website });
    this.show(resultOf(merge, choices), base);
    if (aside !== null) void this.#forgetAside(aside);
    // A newer revision may have been ignored while other edits were merged, so it is looked up again.
    if (from !== 'revision') void this.look(null);
  }

  /** Removes edits that this browser had stored apart, when the texts contain them and were stored. */
  async #forgetAside(aside: KeptEdits): Promise<void> {
    this.#removeAside(aside);
    await this.keeper.flush();
    if (this.store.get().keep?.where !== 'nowhere') await forgetAside(aside);
  }

  #removeAside(aside: KeptEdits): void {
    this.store.set({ asides: this.store.get().asides.filter((one) => one !== aside) });
  }

  /** Merges edits that only this browser has with the texts in the editor. */
  readonly takeAside = (aside: KeptEdits): Promise<void> =>
    this.run(async () => {
      const { website, newer: open } = this.store.get();
      if (open !== null) return;
      const other = await readyTexts(this.pageId, this.base, aside, aside.baseRevision);
      const merged = await this.mergeWith(other);
      const newer: OtherTexts = { from: 'browser', website, seq: null, aside, ...other, ...merged };
      if (clashesOf(newer.merge) === 0) this.#take(newer);
      else this.store.set({ newer, isMerging: true });
    });

  /** Removes edits that only this browser has. Resolves to a function that restores them. */
  readonly dropAside = async (aside: KeptEdits): Promise<() => Promise<void>> => {
    this.#removeAside(aside);
    await forgetAside(aside);
    return async () => {
      await setAside(aside);
      this.store.set({ asides: [...this.store.get().asides, aside] });
    };
  };

  /**
   * Merges the unsaved edits of another window with those of this one. Only the merged result replaces the other window's
   * edits.
   */
  protected override bringWindowsTogether(): void {
    void this.run(async () => {
      const other = await readWindowTexts(this.pageId, this.base);
      const merged = await this.mergeWith(other);
      const { website, newer: before, isMerging } = this.store.get();
      const newer: OtherTexts = { from: 'window', website, aside: null, ...other, ...merged };
      if (clashesOf(newer.merge) === 0) this.#take(newer);
      else this.store.set({ newer, isMerging: before?.from === 'window' ? isMerging : true });
    });
  }

  /**
   * Reads the draft again when a revision newer than the base may exist. `revision` is the reported number; null if unknown.
   */
  readonly look = (revision: number | null): Promise<void> =>
    this.run(async () => {
      if (revision !== null && revision <= this.base.revision) return;
      const page = await readPage(this.pageId);
      const { website } = page;
      const theirs = textsOf(page);
      const base = this.base;
      this.store.set({ readRefusal: null });
      if (theirs.revision <= base.revision) return this.store.set({ website });
      const { newer, isMerging } = this.store.get();
      // Edits of another window or of this browser are merged first, and an open merge is not interrupted.
      if (newer !== null && newer.from !== 'revision') return;
      if (isMerging && newer?.texts.revision === theirs.revision) return;
      if (!this.hasEdits()) {
        this.store.set({ website });
        return this.show(theirs, theirs);
      }
      const other = { ancestor: base, base: theirs, texts: theirs, seq: null, aside: null };
      const merged = await this.mergeWith(other);
      this.store.set({ newer: { from: 'revision', website, ...other, ...merged } });
    });

  /** Continues after the owner has signed in again. */
  readonly resume = async (): Promise<void> => {
    await this.keeper.flush();
    await this.look(null);
  };

  /** Opens or closes the view in which conflicts are decided; meanwhile the texts do not change. */
  readonly setMerging = (isMerging: boolean): Promise<void> =>
    this.run(async () => {
      const { newer } = this.store.get();
      if (!isMerging || newer === null) return this.store.set({ isMerging: false });
      const merged = await this.mergeWith(newer);
      this.store.set({ newer: { ...newer, ...merged }, isMerging });
    });

  /** Takes newer texts into the editor; conflicts are resolved with the owner's choices. */
  readonly takeIn = (choices?: MergeChoices): Promise<void> => {
    const { newer: shown } = this.store.get();
    return this.run(async () => {
      const { newer } = this.store.get();
      if (newer === null || newer !== shown) return;
      // The choices belong to this merge, and the text has not changed since.
      if (choices !== undefined) return this.#take(newer, choices);
      const now = { ...newer, ...(await this.mergeWith(newer)) };
      if (clashesOf(now.merge) === 0) this.#take(now);
      else this.store.set({ newer: now });
    });
  };

  async #noteSaved(website: WebsiteRecord, sent: DraftTexts): Promise<void> {
    const base = { ...sent, revision: website.draft_revision };
    const isAltered = !(await isStoredExactly(sent.html, website.raw_sha256));
    this.store.set({ website, base, isAltered, editedAt: null, previewOf: 'draft' });
    const { seq, edits } = await readUnsaved(this.pageId);
    // Edits that another window has stored since then are not overwritten.
    if (edits === null) this.keeper.setSeq(seq);
    const hasEdits = this.hasEdits();
    this.store.set({ hasEdits });
    if (hasEdits) this.keeper.note();
    else if (!isAltered) await forgetEdits(this.pageId);
  }

  async #sendSave(): Promise<void> {
    const isKept = (await this.keeper.flush()) && !this.keeper.isBehind;
    const mine = this.texts();
    const { seq } = this.keeper;
    await this.#noteSaved(await this.#saver.save(this.base, mine, { seq, isKept }), mine);
  }

  /** Shows the reason of a refusal; a revision conflict starts a merge instead. */
  #noteRefused(error: unknown, field: 'refusal' | 'readRefusal'): void {
    const refusal = toRefusal(error);
    const isOvertaken = refusal.details['what'] === 'unsaved_edits';
    if (isOvertaken) this.bringWindowsTogether();
    else this.store.set({ [field]: refusal });
    if (!isOvertaken && refusal.code === 'revision_conflict') void this.look(null);
  }

  /** Saves the edits as one revision. Does nothing while a conflict is open. */
  readonly save = async (): Promise<void> => {
    const { saving, newer } = this.store.get();
    if (saving || newer !== null) return;
    this.store.set({ saving: true, refusal: null });
    await this.run(async () => {
      // An earlier task in the queue may have found a conflict.
      if (this.store.get().newer !== null) return;
      await this.#sendSave().catch((error: unknown) => this.#noteRefused(error, 'refusal'));
    });
    this.store.set({ saving: false });
  };

  /** Drops the edits. Resolves to a function that restores them; null when they could not be dropped. */
  readonly dropEdits = (): Promise<(() => Promise<void>) | null> =>
    this.inTurn(async () => {
      await this.keeper.flush();
      const base = this.base;
      const before = this.texts();
      try {
        const { seq } = await dropUnsaved(this.pageId, this.keeper.seq, true);
        this.show(base, base);
        this.keeper.setSeq(seq);
        this.store.set({ editedAt: null, keep: null, previewOf: 'draft' });
        await forgetEdits(this.pageId);
        return () => this.inTurn(() => this.#takeBack(seq, before, base));
      } catch (error) {
        this.#noteRefused(error, 'readRefusal');
        return null;
      }
    });

  /** Restores dropped edits. A closed screen shows them when it is opened again. */
  async #takeBack(dropped: number, before: DraftTexts, base: RevisionTexts): Promise<void> {
    const { seq } = await dropUnsaved(this.pageId, dropped, false);
    if (this.isStopped) return;
    this.keeper.setSeq(seq);
    this.show(before, base);
    void this.look(null);
  }
}

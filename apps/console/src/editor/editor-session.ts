import { forgetAside, setAside, type EditsInBrowserStorage } from '../api/kept-edits.ts';
import { dropUnsaved, readPage } from '../api/pages.ts';
import { conflictsOf, resultOf, type DraftMergeDecisions } from './draft-merge.ts';
import type { DraftTexts, RevisionTexts } from './draft-texts.ts';
import { textsOf } from './open-draft.ts';
import { DraftSavingSession } from './saving-session.ts';
import type { ExternalChangesWithMerge } from './session-state.ts';
import { readyTexts } from './window-texts.ts';

/** The editor session of one draft: saves its edits, merges changes that were made elsewhere, and drops edits. */
export class EditorSession extends DraftSavingSession {
  #take(newer: ExternalChangesWithMerge, choices?: DraftMergeDecisions): void {
    const { from, website, base, seq, texts, aside, merge } = newer;
    const { isMerging } = this.store.get();
    if (seq !== null) this.keeper.continueFrom({ seq, texts });
    this.store.set({ website });
    this.show(resultOf(merge, choices), base);
    if (aside !== null) void this.#forgetAside(aside);
    // While edits were merged or conflicts were open, a newer revision may have been ignored. So the draft is read again.
    if (from !== 'revision' || isMerging) void this.look(null);
  }

  /** Removes edits from this browser's store for conflicting edits, after the merged texts were stored as ordinary edits. */
  async #forgetAside(aside: EditsInBrowserStorage): Promise<void> {
    this.#removeAside(aside);
    await this.keeper.flush();
    if (this.store.get().keep?.where !== 'nowhere') await forgetAside(aside);
  }

  #removeAside(aside: EditsInBrowserStorage): void {
    this.store.set({ asides: this.store.get().asides.filter((one) => one !== aside) });
  }

  /**
   * Merges edits from this browser's store for conflicting edits into the texts of the editor. If that causes conflicts, it
   * opens the view in which the owner decides them.
   */
  readonly takeAside = (aside: EditsInBrowserStorage): Promise<void> =>
    this.run(async () => {
      const { website, newer: open } = this.store.get();
      if (open !== null) return;
      const other = await readyTexts(this.pageId, this.base, aside, aside.baseRevision);
      const merged = await this.mergeWith(other);
      const newer: ExternalChangesWithMerge = {
        from: 'browser',
        website,
        seq: null,
        aside,
        ...other,
        ...merged,
      };
      if (conflictsOf(newer.merge) === 0) this.#take(newer);
      else this.store.set({ newer, isMerging: true });
    });

  /** Removes edits from this browser's store for conflicting edits. Resolves to a function that restores them. */
  readonly dropAside = async (aside: EditsInBrowserStorage): Promise<() => Promise<void>> => {
    this.#removeAside(aside);
    await forgetAside(aside);
    return async () => {
      await setAside(aside);
      this.store.set({ asides: [...this.store.get().asides, aside] });
    };
  };

  /**
   * Merges unsaved edits of another window with those of this one and replaces them with the result. Conflicts open the view in
   * which the owner decides them only after a save. While the owner types only a notice is shown, so that the text stays
   * editable.
   */
  protected override mergeWindows(isSaving: boolean): void {
    void this.run(async () => {
      // A merge that the owner is deciding is not replaced: the service refuses its result later, and both are merged then.
      if (this.store.get().isMerging) return;
      const other = await this.readWindowTexts();
      const merged = await this.mergeWith(other);
      const { website } = this.store.get();
      const newer: ExternalChangesWithMerge = {
        from: 'window',
        website,
        aside: null,
        ...other,
        ...merged,
      };
      if (conflictsOf(newer.merge) === 0) this.#take(newer);
      else this.store.set({ newer, isMerging: isSaving });
    });
  }

  /** The newest revision that this editor has read: the base of its edits, or a newer one that is not merged yet. */
  #readRevision(): number {
    const { base, newer } = this.store.get();
    return newer?.from === 'revision' ? newer.texts.revision : base.revision;
  }

  readonly look: DraftSavingSession['look'] = (revision: number | null): Promise<void> =>
    this.run(async () => {
      // The editor has read this revision already. Reading it again would only delay other tasks in the queue.
      if (revision !== null && revision <= this.#readRevision()) return;
      await this.settleSave();
      const page = await readPage(this.pageId);
      const { website } = page;
      const theirs = textsOf(page);
      const base = this.base;
      this.store.set({ readRefusal: null });
      if (theirs.revision <= base.revision) return this.store.set({ website });
      const { newer, isMerging } = this.store.get();
      // A newer revision waits until edits from elsewhere are merged and the owner has decided all open conflicts.
      if (isMerging || (newer !== null && newer.from !== 'revision')) return;
      if (!this.hasEdits()) {
        this.store.set({ website });
        return this.show(theirs, theirs);
      }
      const other = { ancestor: base, base: theirs, texts: theirs, seq: null, aside: null };
      const merged = await this.mergeWith(other);
      this.store.set({ newer: { from: 'revision', website, ...other, ...merged } });
    });

  /** Sends the edits and reads the draft again, after the owner has signed in again. */
  readonly resume = async (): Promise<void> => {
    await this.keeper.flush();
    await this.look(null);
  };

  /** Opens or closes the view in which the owner decides conflicts. While it is open, the texts cannot be edited. */
  readonly setMerging = (isMerging: boolean): Promise<void> =>
    this.run(async () => {
      const { newer } = this.store.get();
      if (!isMerging || newer === null) {
        this.store.set({ isMerging: false });
        return void this.look(null);
      }
      const merged = await this.mergeWith(newer);
      this.store.set({ newer: { ...newer, ...merged }, isMerging });
    });

  /**
   * Merges the texts that were changed elsewhere into the editor. Without `choices` nothing is merged as long as there are
   * conflicts.
   */
  readonly takeIn = (choices?: DraftMergeDecisions): Promise<void> => {
    const { newer: shown } = this.store.get();
    return this.run(async () => {
      const { newer } = this.store.get();
      if (newer === null) {
        // Edits of another window replaced the revision of the notice. So that revision is read again and merged.
        if (shown !== null) void this.look(null).then(() => this.takeIn());
        return;
      }
      // The owner's choices are valid only for the merge that the owner saw.
      if (choices !== undefined) {
        if (newer === shown) this.#take(newer, choices);
        return;
      }
      const now = { ...newer, ...(await this.mergeWith(newer)) };
      if (conflictsOf(now.merge) === 0) this.#take(now);
      else this.store.set({ newer: now });
    });
  };

  /** Drops the unsaved edits. Resolves to a function that restores them, or to null when they could not be dropped. */
  readonly dropEdits = (): Promise<(() => Promise<void>) | null> =>
    this.inTurn(async () => {
      await this.keeper.flush();
      try {
        return await this.keeper.whileQuiet(async () => {
          const { seq } = await dropUnsaved(this.pageId, this.keeper.serviceState.seq, true);
          const base = this.base;
          const before = this.texts();
          this.show(base, base);
          this.keeper.continueFrom({ seq, texts: null });
          this.store.set({ editedAt: null, keep: null, previewOf: 'draft' });
          await this.keeper.forgetLocal();
          return () => this.inTurn(() => this.#takeBack(seq, before, base));
        });
      } catch (error) {
        this.noteRefused(error, 'readRefusal');
        return null;
      }
    });

  /** Restores dropped edits at the service and, if the editor is still open, in the editor. */
  async #takeBack(dropped: number, before: DraftTexts, base: RevisionTexts): Promise<void> {
    const { seq } = await dropUnsaved(this.pageId, dropped, false);
    if (this.isStopped) return;
    this.keeper.continueFrom({ seq, texts: before });
    this.show(before, base);
    void this.look(null);
  }
}

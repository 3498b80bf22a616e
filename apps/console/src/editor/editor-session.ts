import { forgetAside, setAside, type KeptEdits } from '../api/kept-edits.ts';
import { dropUnsaved, readPage } from '../api/pages.ts';
import { conflictsOf, resultOf, type MergeChoices } from './draft-merge.ts';
import type { DraftTexts, RevisionTexts } from './draft-texts.ts';
import { textsOf } from './open-draft.ts';
import { SavingSession } from './saving-session.ts';
import type { OtherTexts } from './session-state.ts';
import { readyTexts } from './window-texts.ts';

/** The editing of one draft: merges changes made elsewhere, and drops the edits. */
export class EditorSession extends SavingSession {
  #take(newer: OtherTexts, choices?: MergeChoices): void {
    const { from, website, base, seq, texts, aside, merge } = newer;
    const { isMerging } = this.store.get();
    if (seq !== null) this.keeper.continueFrom({ seq, texts });
    this.store.set({ website });
    this.show(resultOf(merge, choices), base);
    if (aside !== null) void this.#forgetAside(aside);
    // A newer revision may have been ignored while other edits were merged, so it is looked up again.
    if (from !== 'revision' || isMerging) void this.look(null);
  }

  /** Removes edits that this browser has stored separately, after the texts that contain them were stored. */
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
      if (conflictsOf(newer.merge) === 0) this.#take(newer);
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
   * Merges the unsaved edits of another window with those of this one. Only the merged result replaces the other
   * window's edits. When a save found them, conflicts are shown at once; while the owner types, a notice is shown
   * instead, so that no typed key is lost.
   */
  protected override mergeWindows(isSaving: boolean): void {
    void this.run(async () => {
      // An open merge is not interrupted: its result is refused, and then merged again.
      if (this.store.get().isMerging) return;
      const other = await this.readWindowTexts();
      const merged = await this.mergeWith(other);
      const { website } = this.store.get();
      const newer: OtherTexts = { from: 'window', website, aside: null, ...other, ...merged };
      if (conflictsOf(newer.merge) === 0) this.#take(newer);
      else this.store.set({ newer, isMerging: isSaving });
    });
  }

  /** The newest revision that was read: the base, or a newer one that is not merged yet. */
  #readRevision(): number {
    const { base, newer } = this.store.get();
    return newer?.from === 'revision' ? newer.texts.revision : base.revision;
  }

  readonly look: SavingSession['look'] = (revision: number | null): Promise<void> =>
    this.run(async () => {
      // One read answers all reports that arrived during it; a read for each would delay the owner's tasks.
      if (revision !== null && revision <= this.#readRevision()) return;
      await this.settleSave();
      const page = await readPage(this.pageId);
      const { website } = page;
      const theirs = textsOf(page);
      const base = this.base;
      this.store.set({ readRefusal: null });
      if (theirs.revision <= base.revision) return this.store.set({ website });
      const { newer, isMerging } = this.store.get();
      // Edits of another window or of this browser are merged first, and an open merge is not interrupted.
      if (isMerging || (newer !== null && newer.from !== 'revision')) return;
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
      if (!isMerging || newer === null) {
        this.store.set({ isMerging: false });
        return void this.look(null);
      }
      const merged = await this.mergeWith(newer);
      this.store.set({ newer: { ...newer, ...merged }, isMerging });
    });

  /** Merges the newer texts into the editor; conflicts are resolved with the owner's choices. */
  readonly takeIn = (choices?: MergeChoices): Promise<void> => {
    const { newer: shown } = this.store.get();
    return this.run(async () => {
      const { newer } = this.store.get();
      if (newer === null) {
        // Edits of another window were merged meanwhile; the revision of the notice is read again then.
        if (shown !== null) void this.look(null).then(() => this.takeIn());
        return;
      }
      // The choices belong to one merge, and the text has not changed since.
      if (choices !== undefined) {
        if (newer === shown) this.#take(newer, choices);
        return;
      }
      const now = { ...newer, ...(await this.mergeWith(newer)) };
      if (conflictsOf(now.merge) === 0) this.#take(now);
      else this.store.set({ newer: now });
    });
  };

  /** Drops the edits. Resolves to a function that restores them; null when they could not be dropped. */
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

  /** Restores dropped edits. A closed screen shows them when it is opened again. */
  async #takeBack(dropped: number, before: DraftTexts, base: RevisionTexts): Promise<void> {
    const { seq } = await dropUnsaved(this.pageId, dropped, false);
    if (this.isStopped) return;
    this.keeper.continueFrom({ seq, texts: before });
    this.show(before, base);
    void this.look(null);
  }
}

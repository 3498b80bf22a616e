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

/** The editing of one draft: what others write meanwhile, saving, and dropping the edits. */
export class EditorSession extends SessionCore {
  readonly #saver = new DraftSaver(this.pageId);

  #take({ from, website, base, seq, aside, merge }: OtherTexts, choices?: MergeChoices): void {
    if (seq !== null) this.keeper.setSeq(seq);
    this.store.set({ website });
    this.show(resultOf(merge, choices), base);
    if (aside !== null) void this.#forgetAside(aside);
    // A newer revision may have waited behind the other edits.
    if (from !== 'revision') void this.look(null);
  }

  /** Forgets edits that the texts contain now, once these are kept. */
  async #forgetAside(aside: KeptEdits): Promise<void> {
    this.#removeAside(aside);
    await this.keeper.flush();
    if (this.store.get().keep?.where !== 'nowhere') await forgetAside(aside);
  }

  #removeAside(aside: KeptEdits): void {
    this.store.set({ asides: this.store.get().asides.filter((one) => one !== aside) });
  }

  /** Brings edits that only this browser has and the shown ones together. */
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

  /** Removes edits that only this browser has. Resolves to what brings them back. */
  readonly dropAside = async (aside: KeptEdits): Promise<() => Promise<void>> => {
    this.#removeAside(aside);
    await forgetAside(aside);
    return async () => {
      await setAside(aside);
      this.store.set({ asides: [...this.store.get().asides, aside] });
    };
  };

  /** Another window changed the unsaved edits: both are brought together. Its edits are replaced only by the result. */
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

  /** Reads the draft again when a revision newer than the base may exist; `revision` is the one that was reported. */
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
      // Edits of another window or of this browser come first; a merge that is being decided stays.
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

  /** Goes on after the owner signed in again. */
  readonly resume = async (): Promise<void> => {
    await this.keeper.flush();
    await this.look(null);
  };

  /** Opens or closes the view in which clashes are decided; the texts stay as they are while it is open. */
  readonly setMerging = (isMerging: boolean): Promise<void> =>
    this.run(async () => {
      const { newer } = this.store.get();
      if (!isMerging || newer === null) return this.store.set({ isMerging: false });
      const merged = await this.mergeWith(newer);
      this.store.set({ newer: { ...newer, ...merged }, isMerging });
    });

  /** Takes the newer texts in; a clash takes what the person chose. */
  readonly takeIn = (choices?: MergeChoices): Promise<void> => {
    const { newer: shown } = this.store.get();
    return this.run(async () => {
      const { newer } = this.store.get();
      if (newer === null || newer !== shown) return;
      // Choices were made for this merge, and nothing was typed since.
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
    // Edits of another window that came since are not replaced unseen.
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

  /** Shows why a change was refused; a conflict is brought together. */
  #noteRefused(error: unknown, field: 'refusal' | 'readRefusal'): void {
    const refusal = toRefusal(error);
    const isOvertaken = refusal.details['what'] === 'unsaved_edits';
    if (isOvertaken) this.bringWindowsTogether();
    else this.store.set({ [field]: refusal });
    if (!isOvertaken && refusal.code === 'revision_conflict') void this.look(null);
  }

  /** Saves the edits as one revision. Does nothing while a clash is open. */
  readonly save = async (): Promise<void> => {
    const { saving, newer } = this.store.get();
    if (saving || newer !== null) return;
    this.store.set({ saving: true, refusal: null });
    await this.run(async () => {
      // A task before this one may have found a clash.
      if (this.store.get().newer !== null) return;
      await this.#sendSave().catch((error: unknown) => this.#noteRefused(error, 'refusal'));
    });
    this.store.set({ saving: false });
  };

  /** Drops the edits. Resolves to what takes them back; null when they could not be dropped. */
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

  /** Takes dropped edits back; a screen that was left shows them when it is opened again. */
  async #takeBack(dropped: number, before: DraftTexts, base: RevisionTexts): Promise<void> {
    const { seq } = await dropUnsaved(this.pageId, dropped, false);
    if (this.isStopped) return;
    this.keeper.setSeq(seq);
    this.show(before, base);
    void this.look(null);
  }
}

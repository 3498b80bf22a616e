import { toRefusal, type Refusal } from '../api/client.ts';
import { readUnsaved } from '../api/pages.ts';
import { isStoredExactly } from '../text/stored-exactly.ts';
import { DraftSaver, type DoneSave } from './draft-saver.ts';
import { SessionCore } from './session-core.ts';

/** True for the refusal of a window that has not read the newest unsaved edits. */
function isOvertaken({ details }: Refusal): boolean {
  return details['what'] === 'unsaved_edits';
}

/** The part of an editor session that saves the edits of a draft as revisions. */
export abstract class SavingSession extends SessionCore {
  readonly #saver = new DraftSaver(this.pageId);

  /** Reads the draft again when a revision newer than the base may exist. `revision` is the reported number; null if unknown. */
  abstract readonly look: (revision: number | null) => Promise<void>;

  async #noteSaved({ website, texts }: DoneSave): Promise<void> {
    const { draft_revision: revision } = website;
    const { revision: before } = this.base;
    const base = { ...texts, revision };
    const isAltered = !(await isStoredExactly(texts.html, website.raw_sha256));
    this.store.set({ website, base, isAltered, editedAt: null, previewOf: 'draft' });
    // A changed title alone makes no revision.
    if (revision !== before) this.store.set({ lastSave: { revision, before } });
    const { seq, edits } = await readUnsaved(this.pageId);
    // Edits that another window has stored since then are not overwritten.
    if (edits === null) this.keeper.continueFrom({ seq, texts: null });
    const hasEdits = this.hasEdits();
    this.store.set({ hasEdits });
    if (hasEdits) this.keeper.note();
    else if (!isAltered) await this.keeper.forgetLocal();
  }

  /**
   * Finds out whether a save whose answer was lost was stored. If it was, its revision becomes the base and is not
   * treated as a change by others.
   */
  protected async settleSave(): Promise<void> {
    await this.keeper.whileQuiet(async () => {
      const done = await this.#saver.repeat();
      if (done !== null) await this.#noteSaved(done);
    });
  }

  async #sendSave(): Promise<void> {
    await this.keeper.flush();
    await this.keeper.whileQuiet(async () => {
      const { isBehind, serviceState } = this.keeper;
      const { seq } = serviceState;
      const mine = this.texts();
      await this.#noteSaved(await this.#saver.save(this.base, mine, { seq, isKept: !isBehind }));
    });
  }

  /**
   * Continues from edits of this browser that arrived at the service late. Returns false when the edits at the service
   * are not from this browser.
   */
  async #continueFromOwn(): Promise<boolean> {
    const { isOwn, seq, texts } = await this.readWindowTexts();
    if (!isOwn) return false;
    this.keeper.continueFrom({ seq, texts });
    this.keeper.note();
    return true;
  }

  async #saveNow(): Promise<void> {
    await this.settleSave();
    if (!this.hasEdits()) return;
    try {
      await this.#sendSave();
    } catch (error) {
      if (!isOvertaken(toRefusal(error))) throw error;
      // The newer edits at the service may be those of this window whose answer was lost, or of this browser that
      // arrived late.
      if (!(await this.keeper.flush()) && !(await this.#continueFromOwn())) throw error;
      await this.#sendSave();
    }
  }

  /** Shows the reason of a refusal; a revision conflict starts a merge instead. */
  protected noteRefused(error: unknown, field: 'refusal' | 'readRefusal'): void {
    const refusal = toRefusal(error);
    if (isOvertaken(refusal)) return this.mergeWindows(field === 'refusal');
    this.store.set({ [field]: refusal });
    if (refusal.code === 'revision_conflict') void this.look(null);
  }

  /** Saves the edits as one revision. Does nothing while a conflict is open. */
  readonly save = async (): Promise<void> => {
    const { saving, newer } = this.store.get();
    if (saving || newer !== null) return;
    this.store.set({ saving: true, refusal: null });
    await this.run(async () => {
      // An earlier task in the queue may have found a conflict.
      if (this.store.get().newer !== null) return;
      await this.#saveNow().catch((error: unknown) => this.noteRefused(error, 'refusal'));
    });
    this.store.set({ saving: false });
  };
}

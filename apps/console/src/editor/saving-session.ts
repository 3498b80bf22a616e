import { toRefusal, type ServiceRequestError } from '../api/client.ts';
import { readUnsaved } from '../api/pages.ts';
import { isStoredExactly } from '../text/stored-exactly.ts';
import { DraftSaver, type DraftSaveResult } from './draft-saver.ts';
import { AbstractEditorSession } from './session-core.ts';

/** Returns true for an error that reports that another window has changed the unsaved edits since this window read them. */
function isOvertaken({ details }: ServiceRequestError): boolean {
  return details['what'] === 'unsaved_edits';
}

/** The part of an editor session that saves the edits of a draft as revisions. */
export abstract class DraftSavingSession extends AbstractEditorSession {
  readonly #saver = new DraftSaver(this.pageId);

  /**
   * Reads the draft again, because it may have a revision newer than the base of the edits. `revision` is the reported number
   * of the new revision; null when it is unknown.
   */
  abstract readonly look: (revision: number | null) => Promise<void>;

  async #noteSaved({ website, texts }: DraftSaveResult): Promise<void> {
    const { draft_revision: revision } = website;
    const { revision: before } = this.base;
    const base = { ...texts, revision };
    const isAltered = !(await isStoredExactly(texts.html, website.raw_sha256));
    this.store.set({ website, base, isAltered, editedAt: null, previewOf: 'draft' });
    // A save that changes only the title creates no revision.
    if (revision !== before) this.store.set({ lastSave: { revision, before } });
    const { seq, edits } = await readUnsaved(this.pageId);
    // If the service has edits after this save, another window stored them, and this window must not overwrite them.
    if (edits === null) this.keeper.continueFrom({ seq, texts: null });
    const hasEdits = this.hasEdits();
    this.store.set({ hasEdits });
    if (hasEdits) this.keeper.note();
    else if (!isAltered) await this.keeper.forgetLocal();
  }

  /**
   * Repeats a save whose answer was lost. If the service has stored it, its revision becomes the base of the edits; otherwise
   * that revision would look like a change by another author.
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
   * Checks whether the unsaved edits at the service are edits of this browser that arrived late. If so, the session continues
   * from them; if not, it returns false.
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
      // The newer edits at the service may be this window's own, without an answer, or edits of this browser that arrived late.
      if (!(await this.keeper.flush()) && !(await this.#continueFromOwn())) throw error;
      await this.#sendSave();
    }
  }

  /**
   * Shows why the service refused a request. If another window has changed the unsaved edits, merges those edits instead. If
   * the draft has a newer revision, also reads that revision.
   */
  protected noteRefused(error: unknown, field: 'refusal' | 'readRefusal'): void {
    const refusal = toRefusal(error);
    if (isOvertaken(refusal)) return this.mergeWindows(field === 'refusal');
    this.store.set({ [field]: refusal });
    if (refusal.code === 'revision_conflict') void this.look(null);
  }

  /** Saves the edits as one revision. Does nothing while texts that were changed elsewhere wait to be merged. */
  readonly save = async (): Promise<void> => {
    const { saving, newer } = this.store.get();
    if (saving || newer !== null) return;
    this.store.set({ saving: true, refusal: null });
    await this.run(async () => {
      // A task that ran earlier in the queue may have found changed texts that must be merged before a save.
      if (this.store.get().newer !== null) return;
      await this.#saveNow().catch((error: unknown) => this.noteRefused(error, 'refusal'));
    });
    this.store.set({ saving: false });
  };
}

import type { WebsiteLayer } from '@bridge/contracts';
import { toRefusal } from '../api/client.ts';
import type { UnsavedEditsPutRequest } from '../api/pages.ts';
import { mergeDraft, type DraftMergeResult } from './draft-merge.ts';
import { editsOf, type DraftTexts, type RevisionTexts } from './draft-texts.ts';
import { UnsavedEditsKeeper } from './edit-keeper.ts';
import type { EditorDraft } from './open-draft.ts';
import {
  firstState,
  makeSessionStore,
  type EditStorageState,
  type ExternalChangesWithMerge,
  type EditorSessionStore,
} from './session-state.ts';
import { makeTaskQueue } from './task-queue.ts';
import { readWindowTexts } from './window-texts.ts';

/** The functions of a code editor that the editor session calls. */
export interface CodeEditorTextAccess {
  readonly text: () => string;
  readonly length: () => number;
  readonly replaceText: (text: string) => void;
}

/**
 * Base class of an editor session: the texts of one draft, their unsaved edits, and where those are stored. Tasks run one at a
 * time. Each reads the texts after its last `await`, so that it does not lose what the owner typed meanwhile.
 */
export abstract class AbstractEditorSession {
  readonly store: EditorSessionStore;
  readonly pageId: number;
  readonly #code: CodeEditorTextAccess;
  protected readonly keeper: UnsavedEditsKeeper;
  protected readonly inTurn = makeTaskQueue();
  protected isStopped = false;
  readonly #textCallbacks = new Set<() => void>();
  readonly #openLayers = new Map<string, CodeEditorTextAccess>();
  readonly #ownEdits: readonly UnsavedEditsPutRequest[];
  #round = 0;

  /** Starts the editor session of the draft `open`, whose HTML the code editor `code` already shows. */
  constructor(open: EditorDraft, code: CodeEditorTextAccess) {
    this.pageId = open.page.website.page_id;
    this.#ownEdits = open.ownEdits;
    this.#code = code;
    this.store = makeSessionStore(firstState(open));
    this.keeper = new UnsavedEditsKeeper(
      {
        pageId: this.pageId,
        size: code.length,
        read: () => ({ base: this.base, texts: this.texts() }),
        onState: (keep) => this.#onKept(keep),
        onSent: (hasEdits) => this.#onSent(hasEdits),
        onOvertaken: () => this.mergeWindows(false),
      },
      open.serviceState,
      open.keptAt,
    );
    if (open.keptAt !== null) this.keeper.note();
  }

  protected get base(): RevisionTexts {
    return this.store.get().base;
  }
  /** Returns the texts that the editor shows now. */
  texts(): DraftTexts {
    const { title, layers } = this.store.get();
    return { title, layers: this.#withOpenLayers(layers), html: this.#code.text() };
  }

  #withOpenLayers(layers: readonly WebsiteLayer[]): readonly WebsiteLayer[] {
    if (this.#openLayers.size === 0) return layers;
    return layers.map((layer) => {
      const content = this.#openLayers.get(layer.layer_id)?.text() ?? layer.content;
      return content === layer.content ? layer : { ...layer, content };
    });
  }

  protected hasEdits(): boolean {
    return editsOf(this.base, this.texts()) !== null;
  }

  #onKept(keep: EditStorageState): void {
    if (keep.where === 'service') return this.store.set({ keep, hasEdits: this.hasEdits() });
    // The reason of the last refusal stays visible until the service has stored the edits.
    const refusal = keep.refusal ?? this.store.get().keep?.refusal ?? null;
    this.store.set({ keep: { ...keep, refusal } });
  }

  #onSent(hasEdits: boolean): void {
    const { keptCount } = this.store.get();
    this.store.set({ previewOf: hasEdits ? 'unsaved' : 'draft', keptCount: keptCount + 1 });
  }

  /**
   * Must be called at each change of a text in the editor. It is cheap: it reads no text, and it updates the state only at the
   * first change.
   */
  readonly noteChange = (): void => {
    if (!this.store.get().hasEdits) this.store.set({ hasEdits: true });
    this.keeper.note();
    for (const callback of this.#textCallbacks) callback();
  };

  /** Calls `callback` after each change of the texts. Returns a function that removes the callback. */
  readonly onText = (callback: () => void): (() => void) => {
    this.#textCallbacks.add(callback);
    return () => this.#textCallbacks.delete(callback);
  };

  /** True when closing the page now would lose edits. */
  get isAtRisk(): boolean {
    return this.keeper.isAtRisk;
  }

  /**
   * Registers the code editor of an opened layer, from which the layer's content is read from now on. Returns a function that
   * removes the editor and copies the content into the session's state.
   */
  readonly openLayer = (layerId: string, code: CodeEditorTextAccess): (() => void) => {
    this.#openLayers.set(layerId, code);
    return () => {
      const layers = this.#withOpenLayers(this.store.get().layers);
      this.#openLayers.delete(layerId);
      this.store.set({ layers });
    };
  };

  /** Changes the title or the layers of the draft. */
  readonly edit = ({ title, layers }: Partial<Pick<DraftTexts, 'title' | 'layers'>>): void => {
    if (title !== undefined) this.store.set({ title });
    if (layers !== undefined) this.store.set({ layers: this.#withOpenLayers(layers) });
    this.noteChange();
  };

  /** Sends the edits to the service now. Resolves to false when the service does not have the newest edits afterwards. */
  readonly keepNow = (options?: { readonly leaving?: boolean }): Promise<boolean> =>
    this.keeper.flush(options);

  /** Runs a task after all earlier tasks of the session. If it fails, the screen shows the error. */
  protected run(task: () => Promise<void>): Promise<void> {
    return this.inTurn(async () => {
      if (this.isStopped) return;
      try {
        await task();
      } catch (error) {
        this.store.set({ readRefusal: toRefusal(error) });
      }
    });
  }

  /** Shows other texts, based on the revision `base`, in the editor. The owner can undo the change in the code editor. */
  protected show(texts: DraftTexts, base: RevisionTexts): void {
    const { title, layers } = texts;
    this.store.set({ title, layers, base, newer: null, isMerging: false });
    this.#code.replaceText(texts.html);
    for (const { layer_id: id, content } of layers) this.#openLayers.get(id)?.replaceText(content);
    const hasEdits = this.hasEdits();
    this.store.set({ hasEdits, ...(hasEdits ? {} : { previewOf: 'draft' }) });
    this.keeper.note();
  }

  /**
   * Merges other texts with those that the editor shows. If the owner types during the merge, it is repeated with the newer
   * texts.
   */
  protected async mergeWith({
    ancestor,
    texts,
  }: Pick<ExternalChangesWithMerge, 'ancestor' | 'texts'>) {
    let mine: DraftTexts;
    let merge: DraftMergeResult;
    do {
      mine = this.texts();
      merge = await mergeDraft(ancestor, mine, texts);
    } while (editsOf(mine, this.texts()) !== null);
    this.#round += 1;
    return { merge, round: this.#round };
  }

  /** Reads the unsaved edits that another window has stored, in the form that a merge needs. */
  protected readWindowTexts() {
    const { texts: shared } = this.keeper.serviceState;
    return readWindowTexts(this.pageId, this.base, { shared, own: this.#ownEdits });
  }

  /** Called when another window has changed the unsaved edits. `isSaving` is true when the refusal of a save reported it. */
  protected abstract mergeWindows(isSaving: boolean): void;

  /** Stops storing edits and updating the screen. */
  stop(): void {
    this.isStopped = true;
    this.keeper.stop();
  }
}

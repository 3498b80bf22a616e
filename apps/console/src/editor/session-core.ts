import type { Layer } from '@bridge/contracts';
import { toRefusal } from '../api/client.ts';
import type { SentEdits } from '../api/pages.ts';
import { mergeDraft, type DraftMerge } from './draft-merge.ts';
import { editsOf, type DraftTexts, type RevisionTexts } from './draft-texts.ts';
import { EditKeeper } from './edit-keeper.ts';
import type { OpenDraft } from './open-draft.ts';
import {
  firstState,
  makeSessionStore,
  type KeepState,
  type OtherTexts,
  type SessionStore,
} from './session-state.ts';
import { makeTaskQueue } from './task-queue.ts';
import { readWindowTexts } from './window-texts.ts';

/** The functions of the code editor that a session uses. */
export interface SessionCode {
  readonly text: () => string;
  readonly length: () => number;
  readonly replaceText: (text: string) => void;
}

/**
 * The state of a draft in the editor: its base revision, the edits, and where they are stored. Tasks run one at a time, and
 * each reads the texts after its last wait, so that keys typed during the wait are not lost.
 */
export abstract class SessionCore {
  readonly store: SessionStore;
  readonly pageId: number;
  readonly #code: SessionCode;
  protected readonly keeper: EditKeeper;
  protected readonly inTurn = makeTaskQueue();
  protected isStopped = false;
  readonly #textCallbacks = new Set<() => void>();
  readonly #openLayers = new Map<string, SessionCode>();
  readonly #ownEdits: readonly SentEdits[];
  #round = 0;

  /** Starts a session with the texts that `code` already shows. */
  constructor(open: OpenDraft, code: SessionCode) {
    this.pageId = open.page.website.page_id;
    this.#ownEdits = open.ownEdits;
    this.#code = code;
    this.store = makeSessionStore(firstState(open));
    this.keeper = new EditKeeper(
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

  #withOpenLayers(layers: readonly Layer[]): readonly Layer[] {
    if (this.#openLayers.size === 0) return layers;
    return layers.map((layer) => {
      const content = this.#openLayers.get(layer.layer_id)?.text() ?? layer.content;
      return content === layer.content ? layer : { ...layer, content };
    });
  }

  protected hasEdits(): boolean {
    return editsOf(this.base, this.texts()) !== null;
  }

  #onKept(keep: KeepState): void {
    if (keep.where === 'service') return this.store.set({ keep, hasEdits: this.hasEdits() });
    // The reason why the edits were refused stays visible until the next attempt has ended.
    const refusal = keep.refusal ?? this.store.get().keep?.refusal ?? null;
    this.store.set({ keep: { ...keep, refusal } });
  }

  #onSent(hasEdits: boolean): void {
    const { keptCount } = this.store.get();
    this.store.set({ previewOf: hasEdits ? 'unsaved' : 'draft', keptCount: keptCount + 1 });
  }

  /**
   * Records a change of the code. It runs at each key, so it reads no text, and it updates the state only at the first change.
   */
  readonly noteChange = (): void => {
    if (!this.store.get().hasEdits) this.store.set({ hasEdits: true });
    this.keeper.note();
    for (const callback of this.#textCallbacks) callback();
  };

  /** Calls `callback` after each change of the texts. Returns a function that removes it. */
  readonly onText = (callback: () => void): (() => void) => {
    this.#textCallbacks.add(callback);
    return () => this.#textCallbacks.delete(callback);
  };

  /** True when closing the page would lose edits. */
  get isAtRisk(): boolean {
    return this.keeper.isAtRisk;
  }

  /**
   * Reads the content of an opened layer from the code editor of the layer. Returns a function that copies the content
   * to the draft when that editor closes.
   */
  readonly openLayer = (layerId: string, code: SessionCode): (() => void) => {
    this.#openLayers.set(layerId, code);
    return () => {
      const layers = this.#withOpenLayers(this.store.get().layers);
      this.#openLayers.delete(layerId);
      this.store.set({ layers });
    };
  };

  /** Changes the title or the layers. */
  readonly edit = ({ title, layers }: Partial<Pick<DraftTexts, 'title' | 'layers'>>): void => {
    if (title !== undefined) this.store.set({ title });
    if (layers !== undefined) this.store.set({ layers: this.#withOpenLayers(layers) });
    this.noteChange();
  };

  /** Stores the edits now; resolves to false when the service does not have them afterwards. */
  readonly keepNow = (options?: { readonly leaving?: boolean }): Promise<boolean> =>
    this.keeper.flush(options);

  /** Runs a task after all earlier ones; a refusal is shown to the owner. */
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

  /** Shows texts that are based on a revision. The change of the code can be undone. */
  protected show(texts: DraftTexts, base: RevisionTexts): void {
    const { title, layers } = texts;
    this.store.set({ title, layers, base, newer: null, isMerging: false });
    this.#code.replaceText(texts.html);
    for (const { layer_id: id, content } of layers) this.#openLayers.get(id)?.replaceText(content);
    const hasEdits = this.hasEdits();
    this.store.set({ hasEdits, ...(hasEdits ? {} : { previewOf: 'draft' }) });
    this.keeper.note();
  }

  /** Merges other texts with those that the editor shows when the merge has finished. */
  protected async mergeWith({ ancestor, texts }: Pick<OtherTexts, 'ancestor' | 'texts'>) {
    let mine: DraftTexts;
    let merge: DraftMerge;
    do {
      mine = this.texts();
      merge = await mergeDraft(ancestor, mine, texts);
    } while (editsOf(mine, this.texts()) !== null);
    this.#round += 1;
    return { merge, round: this.#round };
  }

  /** Reads the unsaved edits that the service has, to merge them. */
  protected readWindowTexts() {
    const { texts: shared } = this.keeper.serviceState;
    return readWindowTexts(this.pageId, this.base, { shared, own: this.#ownEdits });
  }

  /** Called when another window has changed the unsaved edits; `isSaving` is true when a save found it. */
  protected abstract mergeWindows(isSaving: boolean): void;

  /** Stops storing edits and updating the screen. */
  stop(): void {
    this.isStopped = true;
    this.keeper.stop();
  }
}

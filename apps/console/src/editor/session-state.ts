import type { WebsiteLayer, WebsiteRecord } from '@bridge/contracts';
import type { ServiceRequestError } from '../api/client.ts';
import type { EditsInBrowserStorage } from '../api/kept-edits.ts';
import type { PreviewedRevisionOrEdits } from '../api/pages.ts';
import type { DraftMergeResult } from './draft-merge.ts';
import { editsOf, type DraftTexts, type RevisionTexts } from './draft-texts.ts';
import type { EditorDraft } from './open-draft.ts';

/**
 * Where the newest unsaved edits are stored: at the service, only in this browser, nowhere (both failed), or nowhere yet
 * (`waiting`). `at` is the time of this report in ms since the Unix epoch.
 */
export interface EditStorageState {
  readonly where: 'service' | 'browser' | 'nowhere' | 'waiting';
  readonly refusal: ServiceRequestError | null;
  readonly at: number;
}

/** Texts that were changed outside this editor, and their merge with the texts of the editor. */
export interface ExternalChangesWithMerge {
  /**
   * Where the changed texts come from: a newer revision, the unsaved edits of another window, or this browser's store for
   * conflicting edits.
   */
  readonly from: 'revision' | 'window' | 'browser';
  readonly website: WebsiteRecord;
  /**
   * The ancestor of the three-way merge: the last texts that both sides had or, if unknown, the older of their base revisions.
   */
  readonly ancestor: DraftTexts;
  /** The newer of the base revisions of both sides. It becomes the base of the merged edits. */
  readonly base: RevisionTexts;
  readonly texts: RevisionTexts;
  /**
   * The sequence number of the unsaved edits at the service that the merged edits replace; null when that number stays as it
   * is.
   */
  readonly seq: number | null;
  /**
   * The edits from this browser's store for conflicting edits that are merged; null when the merged texts come from elsewhere.
   */
  readonly aside: EditsInBrowserStorage | null;
  readonly merge: DraftMergeResult;
  /** Number of the merge in this session. Choices that the owner made for one merge are not valid for another. */
  readonly round: number;
}

/** The last save of a draft that created a revision, with the number of the revision. */
export interface LastSaveRevisionNumbers {
  readonly revision: number;
  /** The draft's revision before the save. */
  readonly before: number;
}

/** The state of an editor session, without the HTML, which only the code editor holds. */
export interface EditorSessionState {
  readonly website: WebsiteRecord;
  readonly base: RevisionTexts;
  readonly title: string;
  readonly layers: readonly WebsiteLayer[];
  readonly hasEdits: boolean;
  readonly keep: EditStorageState | null;
  /** Time, in ISO format, at which the edits that the editor opened with were stored; null when it opened without edits. */
  readonly editedAt: string | null;
  readonly saving: boolean;
  /** The last save of this session that created a revision; null when there was none. */
  readonly lastSave: LastSaveRevisionNumbers | null;
  /** The reason why the last save was refused; null when it was not. */
  readonly refusal: ServiceRequestError | null;
  /** The reason why the draft could not be read again, or why the edits could not be dropped; null when neither failed. */
  readonly readRefusal: ServiceRequestError | null;
  readonly newer: ExternalChangesWithMerge | null;
  /** True while the view is open in which the owner decides the conflicts of a merge. */
  readonly isMerging: boolean;
  /**
   * Edits in this browser's store for conflicting edits. Another window stored newer edits at the service before these arrived.
   */
  readonly asides: readonly EditsInBrowserStorage[];
  /** What a preview shows: the unsaved edits when the service has some, else the draft. */
  readonly previewOf: Extract<PreviewedRevisionOrEdits, string>;
  /** A number that increases each time the service has stored edits; the preview is then reloaded. */
  readonly keptCount: number;
  /** True when the last save was stored with another SHA-256 than the text that was sent. */
  readonly isAltered: boolean;
}

const KEPT_WORDS: Readonly<Record<EditStorageState['where'], string>> = {
  service: 'not saved, kept',
  browser: 'not saved, kept in this browser only',
  nowhere: 'not saved, kept nowhere',
  waiting: 'not saved',
};

/** Returns a short text about the state of the unsaved edits, such as “saving” or “not saved, kept”. */
export function describeState({ hasEdits, keep, saving, newer, base }: EditorSessionState): string {
  if (saving) return 'saving';
  if (newer !== null && newer.merge.html.conflicts + newer.merge.fields.length > 0)
    return 'conflict';
  if (!hasEdits) return `same as r${base.revision}`;
  return KEPT_WORDS[keep?.where ?? 'waiting'];
}

/** Returns the state with which the editor session of a draft starts. */
export function firstState(open: EditorDraft): EditorSessionState {
  const { page, base, texts, editedAt, keptAt, asides } = open;
  const isKept = editedAt !== null && keptAt === null;
  return {
    website: page.website,
    base,
    title: texts.title,
    layers: texts.layers,
    hasEdits: editsOf(base, texts) !== null,
    keep: isKept ? { where: 'service', refusal: null, at: Date.parse(editedAt) } : null,
    editedAt,
    saving: false,
    lastSave: null,
    refusal: null,
    readRefusal: null,
    newer: null,
    isMerging: false,
    asides,
    previewOf: page.unsaved.edits === null ? 'draft' : 'unsaved',
    keptCount: 0,
    isAltered: false,
  };
}

/** The state of an editor session, with functions to change it and to subscribe to changes. */
export interface EditorSessionStore {
  readonly get: () => EditorSessionState;
  readonly set: (part: Partial<EditorSessionState>) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Creates the store of an editor session. */
export function makeSessionStore(first: EditorSessionState): EditorSessionStore {
  let state = first;
  const callbacks = new Set<() => void>();
  return {
    get: () => state,
    set: (part) => {
      state = { ...state, ...part };
      for (const callback of callbacks) callback();
    },
    subscribe: (callback) => {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
  };
}

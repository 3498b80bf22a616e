import type { Layer, WebsiteRecord } from '@bridge/contracts';
import type { Refusal } from '../api/client.ts';
import type { KeptEdits } from '../api/kept-edits.ts';
import type { ShownState } from '../api/pages.ts';
import type { DraftMerge } from './draft-merge.ts';
import { editsOf, type DraftTexts, type RevisionTexts } from './draft-texts.ts';
import type { OpenDraft } from './open-draft.ts';

/** Where the newest edits are stored: at the service, only in this browser, nowhere after a refusal, or nowhere yet. */
export interface KeepState {
  readonly where: 'service' | 'browser' | 'nowhere' | 'waiting';
  readonly refusal: Refusal | null;
  readonly at: number;
}

/** Texts that were changed elsewhere while the owner edited, and their merge with the owner's edits. */
export interface OtherTexts {
  /** The origin of the texts: a newer revision, the unsaved edits of another window, or edits that only this browser has. */
  readonly from: 'revision' | 'window' | 'browser';
  readonly website: WebsiteRecord;
  /** The common ancestor of both sides: the last texts that both had, or the older base revision. */
  readonly ancestor: DraftTexts;
  /** The newer base revision of both sides, on which the merged edits are based. */
  readonly base: RevisionTexts;
  readonly texts: RevisionTexts;
  /** The sequence number of the unsaved edits that the merged edits replace; null when it does not change. */
  readonly seq: number | null;
  /** The edits from this browser that the merged texts contain; null when the other texts came from elsewhere. */
  readonly aside: KeptEdits | null;
  readonly merge: DraftMerge;
  /** Number of the merge; the owner's choices are valid for one merge only. */
  readonly round: number;
}

/** A save that made a revision. */
export interface LastSave {
  readonly revision: number;
  /** The revision before the save. */
  readonly before: number;
}

/** The state of the editor except the code. */
export interface SessionState {
  readonly website: WebsiteRecord;
  readonly base: RevisionTexts;
  readonly title: string;
  readonly layers: readonly Layer[];
  readonly hasEdits: boolean;
  readonly keep: KeepState | null;
  /** Time of the edits that the editor was opened with; null without edits. */
  readonly editedAt: string | null;
  readonly saving: boolean;
  /** The last save of this editor; null before the first one. */
  readonly lastSave: LastSave | null;
  /** The reason why a save was refused; null when none was. */
  readonly refusal: Refusal | null;
  /** The reason why the newest state could not be read or the edits not dropped; null when neither failed. */
  readonly readRefusal: Refusal | null;
  readonly newer: OtherTexts | null;
  /** True while the owner decides the conflicts of a merge. */
  readonly isMerging: boolean;
  /** Edits that only this browser has, older than the newest edits at the service. */
  readonly asides: readonly KeptEdits[];
  /** What a preview shows: the unsaved edits when the service has some, else the draft. */
  readonly previewOf: Extract<ShownState, string>;
  /** A number that increases when a preview of the edits must be reloaded. */
  readonly keptCount: number;
  /** True when the SHA-256 of the stored text differs from that of the sent text. */
  readonly isAltered: boolean;
}

const KEPT_WORDS: Readonly<Record<KeepState['where'], string>> = {
  service: 'not saved, kept',
  browser: 'not saved, kept in this browser only',
  nowhere: 'not saved, kept nowhere',
  waiting: 'not saved',
};

/** Returns a short text about the state of the edits, such as “saving”. */
export function describeState({ hasEdits, keep, saving, newer, base }: SessionState): string {
  if (saving) return 'saving';
  if (newer !== null && newer.merge.html.conflicts + newer.merge.fields.length > 0)
    return 'conflict';
  if (!hasEdits) return `same as r${base.revision}`;
  return KEPT_WORDS[keep?.where ?? 'waiting'];
}

/** Returns the first state of a session. */
export function firstState(open: OpenDraft): SessionState {
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
export interface SessionStore {
  readonly get: () => SessionState;
  readonly set: (part: Partial<SessionState>) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Creates the store of an editor session. */
export function makeSessionStore(first: SessionState): SessionStore {
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

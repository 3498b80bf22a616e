import type { Layer, WebsiteRecord } from '@bridge/contracts';
import type { Refusal } from '../api/client.ts';
import type { DraftMerge } from './draft-merge.ts';
import type { KeepState } from './edit-keeper.ts';
import { editsOf, type RevisionTexts } from './draft-texts.ts';
import type { OpenDraft } from './open-draft.ts';

/** Texts that were written elsewhere meanwhile, and how they and the edits come together. */
export interface OtherTexts {
  /** A newer revision of the draft, or the unsaved edits of another window. */
  readonly from: 'revision' | 'window';
  readonly website: WebsiteRecord;
  /** The older base of both, from which both were made. */
  readonly ancestor: RevisionTexts;
  /** The newer base of both, on which the result stands. */
  readonly base: RevisionTexts;
  readonly texts: RevisionTexts;
  /** The state of the unsaved edits that the result replaces; null when it stays as it is. */
  readonly seq: number | null;
  readonly merge: DraftMerge;
  /** Counts the merges: a choice holds for one of them. */
  readonly round: number;
}

/** Everything that the editor shows besides the code. */
export interface SessionState {
  readonly website: WebsiteRecord;
  readonly base: RevisionTexts;
  readonly title: string;
  readonly layers: readonly Layer[];
  readonly hasEdits: boolean;
  readonly keep: KeepState | null;
  /** When the edits were made that the editor was opened with. */
  readonly editedAt: string | null;
  readonly saving: boolean;
  /** Why the save was refused. */
  readonly refusal: Refusal | null;
  /** Why the newest state could not be read, or the edits not dropped. */
  readonly readRefusal: Refusal | null;
  readonly newer: OtherTexts | null;
  /** True while the person brings a newer revision and the edits together. */
  readonly isMerging: boolean;
  /** Rises when a preview of the edits would show something else. */
  readonly keptCount: number;
  /** The hash of what was stored is not the hash of what was sent. */
  readonly isAltered: boolean;
}

/** The state of the edits in words. */
export function describeState({ hasEdits, keep, saving, newer, base }: SessionState): string {
  if (saving) return 'saving';
  if (newer !== null && newer.merge.html.clashes + newer.merge.fields.length > 0) return 'clash';
  if (!hasEdits) return `same as r${base.revision}`;
  if (keep?.where === 'browser') return 'kept in this browser only';
  return keep?.where === 'waiting' ? 'not saved' : 'not saved, kept';
}

/** Returns the state of a session that just began. */
export function firstState({ page, base, texts, editedAt }: OpenDraft): SessionState {
  return {
    website: page.website,
    base,
    title: texts.title,
    layers: texts.layers,
    hasEdits: editsOf(base, texts) !== null,
    keep: null,
    editedAt,
    saving: false,
    refusal: null,
    readRefusal: null,
    newer: null,
    isMerging: false,
    keptCount: 0,
    isAltered: false,
  };
}

/** A state, and the listeners that are called when it changes. */
export interface SessionStore {
  readonly get: () => SessionState;
  readonly set: (part: Partial<SessionState>) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Makes the store of a session. */
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

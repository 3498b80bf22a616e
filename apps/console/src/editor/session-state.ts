import type { Layer, WebsiteRecord } from '@bridge/contracts';
import type { Refusal } from '../api/client.ts';
import type { KeptEdits } from '../api/kept-edits.ts';
import type { ShownState } from '../api/pages.ts';
import type { DraftMerge } from './draft-merge.ts';
import type { KeepState } from './edit-keeper.ts';
import { editsOf, type RevisionTexts } from './draft-texts.ts';
import type { OpenDraft } from './open-draft.ts';

/** Texts that were written elsewhere meanwhile, and how they and the edits come together. */
export interface OtherTexts {
  /** A newer revision of the draft, the unsaved edits of another window, or edits that only this browser has. */
  readonly from: 'revision' | 'window' | 'browser';
  readonly website: WebsiteRecord;
  /** The older base of both, from which both were made. */
  readonly ancestor: RevisionTexts;
  /** The newer base of both, on which the result stands. */
  readonly base: RevisionTexts;
  readonly texts: RevisionTexts;
  /** The state of the unsaved edits that the result replaces; null when it stays as it is. */
  readonly seq: number | null;
  /** The edits of this browser that the result contains; null for other ones. */
  readonly aside: KeptEdits | null;
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
  /** Edits that only this browser has, made before the newest ones of the service. */
  readonly asides: readonly KeptEdits[];
  /** What a preview shows: the unsaved edits once the service has some. */
  readonly previewOf: Extract<ShownState, string>;
  /** Rises when a preview of the edits would show something else. */
  readonly keptCount: number;
  /** The hash of what was stored is not the hash of what was sent. */
  readonly isAltered: boolean;
}

const KEPT_WORDS: Readonly<Record<KeepState['where'], string>> = {
  service: 'not saved, kept',
  browser: 'not saved, kept in this browser only',
  nowhere: 'not saved, kept nowhere',
  waiting: 'not saved',
};

/** The state of the edits in words. */
export function describeState({ hasEdits, keep, saving, newer, base }: SessionState): string {
  if (saving) return 'saving';
  if (newer !== null && newer.merge.html.clashes + newer.merge.fields.length > 0) return 'clash';
  if (!hasEdits) return `same as r${base.revision}`;
  return KEPT_WORDS[keep?.where ?? 'waiting'];
}

/** Returns the state of a session that just began. */
export function firstState(open: OpenDraft): SessionState {
  const { page, base, texts, editedAt, isAhead, asides } = open;
  const isKept = editedAt !== null && !isAhead;
  return {
    website: page.website,
    base,
    title: texts.title,
    layers: texts.layers,
    hasEdits: editsOf(base, texts) !== null,
    keep: isKept ? { where: 'service', refusal: null, at: Date.parse(editedAt) } : null,
    editedAt,
    saving: false,
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

import type { ConsolePage, UnsavedEdits } from '@bridge/contracts';
import { Refusal } from '../api/client.ts';
import {
  forgetAside,
  forgetEdits,
  readAside,
  readKeptEdits,
  setAside,
  type KeptEdits,
} from '../api/kept-edits.ts';
import {
  areSameEdits,
  readPage,
  readRevision,
  readUnsaved,
  type EditedTexts,
  type SentEdits,
} from '../api/pages.ts';
import { editsOf, withEdits, type DraftTexts, type RevisionTexts } from './draft-texts.ts';
import type { ServiceState } from './edit-sender.ts';

/** A draft with all data with which the editor opens it. */
export interface OpenDraft {
  /** The draft as the service stores it. */
  readonly page: ConsolePage;
  /** The revision on which the edits are based. */
  readonly base: RevisionTexts;
  /** The texts that the editor shows: the base with the edits. */
  readonly texts: DraftTexts;
  /** The unsaved edits of the service that the next stored edits replace. */
  readonly serviceState: ServiceState;
  /** Edits of this browser that may arrive at the service late, because it sent them before the editor was opened. */
  readonly ownEdits: readonly SentEdits[];
  /** Time of the shown edits; null without edits. */
  readonly editedAt: string | null;
  /** Time of the edits in this browser, which continue those of the service, in ms since the Unix epoch; null without edits here. */
  readonly keptAt: number | null;
  /** Edits that only this browser has, older than the newest edits at the service. */
  readonly asides: readonly KeptEdits[];
}

/** Returns the texts of a draft in the form that the editor uses. */
export function textsOf({ website, raw_html: html, layers }: ConsolePage): RevisionTexts {
  return { revision: website.draft_revision, title: website.title, html, layers };
}

/**
 * Reads the texts of an older revision. When they are no longer stored, it returns empty texts, so that every difference is a
 * conflict.
 */
export async function readBase(
  pageId: number,
  current: RevisionTexts,
  revision: number,
): Promise<RevisionTexts> {
  if (revision === current.revision) return current;
  try {
    const { raw_html: html, layers } = await readRevision(pageId, revision);
    return { revision, title: current.title, html, layers };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'gone') throw error;
    return { revision, title: current.title, html: '', layers: [] };
  }
}

/** Unsaved edits with the revision on which they are based, and their time. */
interface FoundEdits extends EditedTexts {
  readonly baseRevision: number;
  readonly at: string;
}

function editedTextsOf({ title, raw_html: html, layers }: EditedTexts): EditedTexts {
  return {
    ...(title === undefined ? {} : { title }),
    ...(html === undefined ? {} : { raw_html: html }),
    ...(layers === undefined ? {} : { layers }),
  };
}

/** Returns the unsaved edits at the service in the form in which a window sends them; null when there are none. */
export function sentEditsOf(unsaved: UnsavedEdits): SentEdits | null {
  const { seq, edits } = unsaved;
  return edits && { ...editedTextsOf(unsaved), base_revision: edits.base_revision, seq };
}

/** Returns the versions of the edits that this browser has stored or sent. */
function ownEditsOf(kept: KeptEdits): readonly SentEdits[] {
  const { baseRevision, seq, unanswered } = kept;
  const stored = { ...editedTextsOf(kept), base_revision: baseRevision, seq };
  return unanswered === undefined ? [stored] : [stored, unanswered];
}

/** Returns false for a record which states that there are no edits any more. */
function hasTexts(kept: KeptEdits): boolean {
  return Object.keys(editedTextsOf(kept)).length > 0;
}

/**
 * Returns the edits of this browser if they continue those of the service. If another window has stored newer edits
 * since, those of this browser are stored separately.
 */
async function sortOwnEdits(kept: KeptEdits | null, seq: number, atService: SentEdits | null) {
  const own = kept === null ? [] : ownEditsOf(kept);
  // Edits that name the current state of the service continue it, so no times are compared. Without edits there, none are replaced.
  const isContinued =
    kept?.seq === seq || atService === null || own.some((one) => areSameEdits(one, atService));
  if (kept === null || isContinued) return { kept, own };
  await (hasTexts(kept) ? setAside(kept) : Promise.resolve()).then(
    () => forgetEdits(kept.pageId, kept.at),
    () => undefined,
  );
  return { kept: null, own: [] };
}

/** Returns the separately stored edits that differ from the shown texts; those that do not differ are removed. */
async function findAsides(pageId: number, base: RevisionTexts, shown: DraftTexts) {
  const differing: KeptEdits[] = [];
  for (const kept of await readAside(pageId)) {
    const keptBase = await readBase(pageId, base, kept.baseRevision);
    if (editsOf(shown, withEdits(keptBase, kept)) === null) await forgetAside(kept);
    else differing.push(kept);
  }
  return differing;
}

function editsToShow(unsaved: UnsavedEdits | null, kept: KeptEdits | null): FoundEdits | null {
  if (kept !== null)
    return hasTexts(kept) ? { ...kept, at: new Date(kept.at).toISOString() } : null;
  if (unsaved === null || unsaved.edits === null) return null;
  const { base_revision: baseRevision, at } = unsaved.edits;
  return { ...sentEditsOf(unsaved), baseRevision, at };
}

async function textsAtService(pageId: number, base: RevisionTexts, edits: SentEdits | null) {
  return edits && withEdits(await readBase(pageId, base, edits.base_revision), edits);
}

/** Reads a draft with its unsaved edits: those at the service, or newer ones in this browser. */
export async function openDraft(pageId: number): Promise<OpenDraft> {
  // A closed editor may still send edits, and removes them from this browser when they have arrived; so this browser is
  // read before the service.
  const stored = await readKeptEdits(pageId);
  const page = await readPage(pageId);
  const current = textsOf(page);
  const unsaved = page.unsaved.edits === null ? null : await readUnsaved(pageId);
  const { seq } = unsaved ?? page.unsaved;
  const atService = unsaved === null ? null : sentEditsOf(unsaved);
  const { kept, own } = await sortOwnEdits(stored, seq, atService);
  const edits = editsToShow(unsaved, kept);
  const base = await readBase(pageId, current, edits?.baseRevision ?? current.revision);
  const texts = edits === null ? base : withEdits(base, edits);
  return {
    page,
    base,
    texts,
    asides: await findAsides(pageId, current, texts),
    serviceState: { seq, texts: await textsAtService(pageId, base, atService) },
    ownEdits: own,
    editedAt: edits?.at ?? null,
    keptAt: kept?.at ?? null,
  };
}

import type { ConsoleDraftRecord, UnsavedEdits } from '@bridge/contracts';
import { ServiceRequestError } from '../api/client.ts';
import {
  forgetAside,
  forgetEdits,
  readAside,
  readKeptEdits,
  setAside,
  type EditsInBrowserStorage,
} from '../api/kept-edits.ts';
import {
  areSameEdits,
  readPage,
  readRevision,
  readUnsaved,
  type DraftEdits,
  type UnsavedEditsPutRequest,
} from '../api/pages.ts';
import { editsOf, withEdits, type DraftTexts, type RevisionTexts } from './draft-texts.ts';
import type { ServerUnsavedEdits } from './edit-sender.ts';

/** A draft with everything that the editor needs to open it. */
export interface EditorDraft {
  /** The draft as the service stores it. */
  readonly page: ConsoleDraftRecord;
  /** The revision on which the edits are based. */
  readonly base: RevisionTexts;
  /** The texts that the editor shows: those of the base revision with the unsaved edits applied. */
  readonly texts: DraftTexts;
  /** The unsaved edits that the service has, which the editor's first request replaces. */
  readonly serviceState: ServerUnsavedEdits;
  /**
   * Edits that this browser stored or sent before the editor was opened. When the service reports them later, they are not
   * edits of another window.
   */
  readonly ownEdits: readonly UnsavedEditsPutRequest[];
  /** Time at which the shown edits were stored, in ISO format; null when there are none. */
  readonly editedAt: string | null;
  /**
   * Time at which this browser stored its edits, in ms since the Unix epoch; null when it has none, or only edits older than
   * those at the service.
   */
  readonly keptAt: number | null;
  /**
   * Edits in this browser's store for conflicting edits. Another window stored newer edits at the service before these arrived.
   */
  readonly asides: readonly EditsInBrowserStorage[];
}

/** Returns the texts of a draft in the form that the editor uses. */
export function textsOf({ website, raw_html: html, layers }: ConsoleDraftRecord): RevisionTexts {
  return { revision: website.draft_revision, title: website.title, html, layers };
}

/**
 * Reads the texts of the revision on which edits are based. When they are no longer stored it returns empty texts, so that a
 * merge reports every difference as a conflict.
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
    if (!(error instanceof ServiceRequestError) || error.code !== 'gone') throw error;
    return { revision, title: current.title, html: '', layers: [] };
  }
}

/**
 * The unsaved edits with which the editor opens, with the revision on which they are based and the time at which they were
 * stored.
 */
interface InitialEdits extends DraftEdits {
  readonly baseRevision: number;
  readonly at: string;
}

function editedTextsOf({ title, raw_html: html, layers }: DraftEdits): DraftEdits {
  return {
    ...(title === undefined ? {} : { title }),
    ...(html === undefined ? {} : { raw_html: html }),
    ...(layers === undefined ? {} : { layers }),
  };
}

/** Converts the service's record of unsaved edits to the form in which edits are sent; null when there are none. */
export function sentEditsOf(unsaved: UnsavedEdits): UnsavedEditsPutRequest | null {
  const { seq, edits } = unsaved;
  return edits && { ...editedTextsOf(unsaved), base_revision: edits.base_revision, seq };
}

/**
 * Returns the edits in a record of this browser: the stored edits and, if there are any, those that were sent without an
 * answer.
 */
function ownEditsOf(kept: EditsInBrowserStorage): readonly UnsavedEditsPutRequest[] {
  const { baseRevision, seq, unanswered } = kept;
  const stored = { ...editedTextsOf(kept), base_revision: baseRevision, seq };
  return unanswered === undefined ? [stored] : [stored, unanswered];
}

/**
 * Returns false for a record of this browser without title, HTML and layers, which means that the owner has undone all edits.
 */
function hasTexts(kept: EditsInBrowserStorage): boolean {
  return Object.keys(editedTextsOf(kept)).length > 0;
}

/**
 * Returns this browser's edits when they are based on the edits that the service has. If another window has stored newer edits
 * there, this browser's edits are moved to its separate store for conflicting edits.
 */
async function sortOwnEdits(
  kept: EditsInBrowserStorage | null,
  seq: number,
  atService: UnsavedEditsPutRequest | null,
) {
  const own = kept === null ? [] : ownEditsOf(kept);
  // Equal sequence numbers mean that this browser's edits are based on those at the service, so no times are compared.
  // Without edits at the service, this browser's edits overwrite nothing.
  const isContinued =
    kept?.seq === seq || atService === null || own.some((one) => areSameEdits(one, atService));
  if (kept === null || isContinued) return { kept, own };
  await (hasTexts(kept) ? setAside(kept) : Promise.resolve()).then(
    () => forgetEdits(kept.pageId, kept.at),
    () => undefined,
  );
  return { kept: null, own: [] };
}

/**
 * Returns the edits in this browser's store for conflicting edits that differ from the shown texts. Edits that do not differ
 * are removed from that store.
 */
async function findAsides(pageId: number, base: RevisionTexts, shown: DraftTexts) {
  const differing: EditsInBrowserStorage[] = [];
  for (const kept of await readAside(pageId)) {
    const keptBase = await readBase(pageId, base, kept.baseRevision);
    if (editsOf(shown, withEdits(keptBase, kept)) === null) await forgetAside(kept);
    else differing.push(kept);
  }
  return differing;
}

function editsToShow(
  unsaved: UnsavedEdits | null,
  kept: EditsInBrowserStorage | null,
): InitialEdits | null {
  if (kept !== null)
    return hasTexts(kept) ? { ...kept, at: new Date(kept.at).toISOString() } : null;
  if (unsaved === null || unsaved.edits === null) return null;
  const { base_revision: baseRevision, at } = unsaved.edits;
  return { ...sentEditsOf(unsaved), baseRevision, at };
}

async function textsAtService(
  pageId: number,
  base: RevisionTexts,
  edits: UnsavedEditsPutRequest | null,
) {
  return edits && withEdits(await readBase(pageId, base, edits.base_revision), edits);
}

/**
 * Reads a draft with its unsaved edits: those that this browser has if they are newer than those at the service, otherwise
 * those at the service.
 */
export async function openDraft(pageId: number): Promise<EditorDraft> {
  // This browser is read before the service: a closed editor may still send edits and then remove them from here.
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

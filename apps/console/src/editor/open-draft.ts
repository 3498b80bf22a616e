import type { ConsolePage } from '@bridge/contracts';
import { Refusal, send } from '../api/client.ts';
import {
  forgetAside,
  forgetEdits,
  readAside,
  readKeptEdits,
  setAside,
  type KeptEdits,
} from '../api/kept-edits.ts';
import { readPage, readUnsaved, type EditedTexts } from '../api/pages.ts';
import { editsOf, withEdits, type DraftTexts, type RevisionTexts } from './draft-texts.ts';

/** A draft with all data with which the editor opens it. */
export interface OpenDraft {
  /** The draft as the service stores it. */
  readonly page: ConsolePage;
  /** The revision on which the edits are based. */
  readonly base: RevisionTexts;
  /** The texts that the editor shows: the base with the edits. */
  readonly texts: DraftTexts;
  /** The sequence number of the unsaved edits that the next stored edits replace. */
  readonly seq: number;
  /** Time of the shown edits; null without edits. */
  readonly editedAt: string | null;
  /** True when this browser has newer edits than the service. */
  readonly isAhead: boolean;
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
    const path = `/api/console/pages/${pageId}/revisions/${revision}`;
    const { raw_html: html, layers } = await send<Pick<ConsolePage, 'raw_html' | 'layers'>>(
      'GET',
      path,
    );
    return { revision, title: current.title, html, layers };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'gone') throw error;
    return { revision, title: current.title, html: '', layers: [] };
  }
}

/** Unsaved edits from the service or from this browser, with the revision on which they are based and their time. */
interface FoundEdits extends EditedTexts {
  readonly baseRevision: number;
  readonly at: string;
  readonly isAhead: boolean;
}

async function findEdits(page: ConsolePage): Promise<FoundEdits | null> {
  const { edits, seq } = page.unsaved;
  const kept = await readKeptEdits(page.website.page_id);
  // Another window has stored newer edits, so the owner must decide: these edits are stored apart.
  if (kept !== null && kept.seq !== seq)
    await setAside(kept).then(
      () => forgetEdits(kept.pageId),
      () => undefined,
    );
  const local = kept !== null && kept.seq === seq ? kept : null;
  // The edits in this browser continue those at the service (same sequence number), so no clocks are compared.
  if (local !== null) return { ...local, at: new Date(local.at).toISOString(), isAhead: true };
  if (edits === null) return null;
  const texts = await readUnsaved(page.website.page_id);
  return { ...texts, baseRevision: edits.base_revision, at: edits.at, isAhead: false };
}

/** Returns edits that were stored apart and differ from the shown texts; those that do not differ are removed. */
async function findAsides(pageId: number, base: RevisionTexts, shown: DraftTexts) {
  const differing: KeptEdits[] = [];
  for (const kept of await readAside(pageId)) {
    const keptBase = await readBase(pageId, base, kept.baseRevision);
    if (editsOf(shown, withEdits(keptBase, kept)) === null) await forgetAside(kept);
    else differing.push(kept);
  }
  return differing;
}

/** Reads a draft with its unsaved edits: those at the service, or newer ones in this browser. */
export async function openDraft(pageId: number): Promise<OpenDraft> {
  const page = await readPage(pageId);
  const current = textsOf(page);
  const edits = await findEdits(page);
  const base = await readBase(pageId, current, edits?.baseRevision ?? current.revision);
  const texts = edits === null ? base : withEdits(base, edits);
  return {
    page,
    base,
    texts,
    asides: await findAsides(pageId, current, texts),
    seq: page.unsaved.seq,
    editedAt: edits?.at ?? null,
    isAhead: edits?.isAhead ?? false,
  };
}

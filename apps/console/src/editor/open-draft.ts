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

/** A draft as the editor opens it. */
export interface OpenDraft {
  /** The draft as the service has it now. */
  readonly page: ConsolePage;
  /** The revision on which the edits were made. */
  readonly base: RevisionTexts;
  /** What the editor shows. */
  readonly texts: DraftTexts;
  /** The seq that the next change of the unsaved edits names. */
  readonly seq: number;
  /** When the edits were made that are shown; null without any. */
  readonly editedAt: string | null;
  /** True when this browser has edits that the service does not have. */
  readonly isAhead: boolean;
  /** Edits that only this browser has, made before the newest ones of the service. */
  readonly asides: readonly KeptEdits[];
}

/** Returns the texts of a page as the editor has them. */
export function textsOf({ website, raw_html: html, layers }: ConsolePage): RevisionTexts {
  return { revision: website.draft_revision, title: website.title, html, layers };
}

/** Reads the texts of an older revision; those of an empty draft when they are no longer kept, so that everything clashes. */
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

interface FoundEdits extends EditedTexts {
  readonly baseRevision: number;
  readonly at: string;
  readonly isAhead: boolean;
}

async function findEdits(page: ConsolePage): Promise<FoundEdits | null> {
  const { edits, seq } = page.unsaved;
  const kept = await readKeptEdits(page.website.page_id);
  // Another window has gone on since: the person brings both together.
  if (kept !== null && kept.seq !== seq)
    await setAside(kept).then(
      () => forgetEdits(kept.pageId),
      () => undefined,
    );
  const local = kept !== null && kept.seq === seq ? kept : null;
  // It was kept on what the service has now; the clocks of both are not compared.
  if (local !== null) return { ...local, at: new Date(local.at).toISOString(), isAhead: true };
  if (edits === null) return null;
  const texts = await readUnsaved(page.website.page_id);
  return { ...texts, baseRevision: edits.base_revision, at: edits.at, isAhead: false };
}

/** Returns the edits put aside that hold something else than what is shown; the others arrived and are forgotten. */
async function findAsides(pageId: number, base: RevisionTexts, shown: DraftTexts) {
  const differing: KeptEdits[] = [];
  for (const kept of await readAside(pageId)) {
    const keptBase = await readBase(pageId, base, kept.baseRevision);
    if (editsOf(shown, withEdits(keptBase, kept)) === null) await forgetAside(kept);
    else differing.push(kept);
  }
  return differing;
}

/** Reads a draft with the unsaved edits on it, those of the service or newer ones of this browser. */
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

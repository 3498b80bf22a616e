import type {
  ConsolePage,
  ConsoleRevision,
  Layer,
  PreviewAddress,
  RevisionContent,
  UnsavedEdits,
  WebsiteRecord,
} from '@bridge/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';

const PAGES = '/api/console/pages';

/** First part of the key of a draft that an editor opened: it is read once, and the editor follows changes by itself. */
export const OPEN_DRAFT = 'open draft';

/** Chooses every query but those of open editors, whose texts would be replaced. */
export const ALL_BUT_OPEN_DRAFTS = {
  predicate: ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
    queryKey[0] !== OPEN_DRAFT,
};

/** What a person edited; a member that is missing is as in the draft. */
export interface EditedTexts {
  readonly title?: string;
  readonly raw_html?: string;
  readonly layers?: readonly Layer[];
}

/** Reads a draft whole, with the state of its unsaved edits. */
export function readPage(pageId: number, signal?: AbortSignal): Promise<ConsolePage> {
  return send('GET', `${PAGES}/${pageId}`, signal === undefined ? {} : { signal });
}

/** Reads a draft whole, as a query. */
export function pageQuery(pageId: number) {
  return queryOptions({
    queryKey: ['page', pageId],
    queryFn: ({ signal }) => readPage(pageId, signal),
  });
}

/** Reads the unsaved edits of a website with their texts. */
export function readUnsaved(pageId: number): Promise<UnsavedEdits> {
  return send('GET', `${PAGES}/${pageId}/unsaved`);
}

/** Replaces the unsaved edits as a whole. */
export function putUnsaved(
  pageId: number,
  edits: EditedTexts & { readonly base_revision: number; readonly seq: number },
  options: { readonly keepalive?: boolean } = {},
): Promise<{ readonly seq: number; readonly at: string }> {
  return send('PUT', `${PAGES}/${pageId}/unsaved`, { body: edits, ...options });
}

/** Drops the unsaved edits, or takes dropped ones back. */
export function dropUnsaved(
  pageId: number,
  seq: number,
  drop: boolean,
): Promise<{ readonly seq: number }> {
  return send('POST', `${PAGES}/${pageId}/unsaved/${drop ? 'drop' : 'undrop'}`, { body: { seq } });
}

/** A change whose answer is the website after it. */
interface WebsiteAnswer {
  readonly website: WebsiteRecord;
}

/** Saves the edits as one revision; a title alone renames. */
export function savePage(
  pageId: number,
  edits: EditedTexts & { readonly expected_revision: number; readonly seq: number },
  key: string,
): Promise<WebsiteAnswer> {
  return send('POST', `${PAGES}/${pageId}/save`, { body: { ...edits, idempotency_key: key } });
}

/** Writes an older revision as the next one of a draft that is at `expected`. */
export function restoreRevision(
  {
    pageId,
    revision,
    expected,
  }: { readonly pageId: number; readonly revision: number; readonly expected: number },
  key: string,
): Promise<WebsiteAnswer> {
  return send('POST', `${PAGES}/${pageId}/revisions/${revision}/restore`, {
    body: { expected_revision: expected, idempotency_key: key },
  });
}

/** One page of the history of a website, newest first. */
export interface RevisionList {
  readonly revisions: readonly ConsoleRevision[];
  readonly next_before: number | null;
}

/** Reads the history of a website page by page. */
export function revisionsQuery(pageId: number) {
  return infiniteQueryOptions({
    queryKey: ['revisions', pageId],
    queryFn: ({ pageParam, signal }) =>
      send<RevisionList>(
        'GET',
        `${PAGES}/${pageId}/revisions?limit=100${pageParam === null ? '' : `&before=${pageParam}`}`,
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next_before: next }) => next,
  });
}

/** Reads the number of the newest revision, without its texts. */
export async function readNewestRevision(pageId: number): Promise<number> {
  const list = await send<RevisionList>('GET', `${PAGES}/${pageId}/revisions?limit=1`);
  return list.revisions[0]?.revision ?? 0;
}

/** Reads the texts of one revision; `gone` when they are no longer kept. */
export function revisionQuery(pageId: number, revision: number) {
  return queryOptions({
    queryKey: ['revision', pageId, revision],
    queryFn: ({ signal }) =>
      send<RevisionContent>('GET', `${PAGES}/${pageId}/revisions/${revision}`, { signal }),
    // A revision never changes.
    staleTime: Infinity,
    gcTime: 60_000,
  });
}

/** Which state of a website a preview shows. */
export type ShownState = 'unsaved' | 'draft' | number;

/** Makes the address of a preview, which is good for 15 minutes. An exact one is without the helper script. */
export function makePreview(
  pageId: number,
  of: ShownState,
  exact: boolean,
): Promise<PreviewAddress> {
  return send('POST', `${PAGES}/${pageId}/preview`, { body: { of, exact } });
}

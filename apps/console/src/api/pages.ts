import type {
  ConsoleDraftRecord,
  ConsoleRevision,
  WebsiteLayer,
  PreviewAddresses,
  RevisionContent,
  UnsavedEdits,
  WebsiteRecord,
} from '@bridge/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { send, type ServiceRequestOptions } from './client.ts';
import { sendKeyed } from './send-keyed.ts';

const PAGES = '/api/console/pages';

/** First element of the query key of a draft in an open editor; the draft is read once, the editor merges later changes. */
export const OPEN_DRAFT = 'open draft';

/** Matches every query except those of drafts in open editors, whose texts a refresh would replace. */
export const ALL_BUT_OPEN_DRAFTS = {
  predicate: ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
    queryKey[0] !== OPEN_DRAFT,
};

/** The edited parts of a draft: title, HTML and layers (HTML, CSS or notes beside the HTML). An absent part is unchanged. */
export interface DraftEdits {
  readonly title?: string;
  readonly raw_html?: string;
  readonly layers?: readonly WebsiteLayer[];
}

/** Reads a draft with its texts and the state of its unsaved edits. */
export function readPage(pageId: number, signal?: AbortSignal): Promise<ConsoleDraftRecord> {
  return send('GET', `${PAGES}/${pageId}`, signal === undefined ? {} : { signal });
}

/** Query for a draft with its texts and the state of its unsaved edits. */
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

/** Query for the texts of a website's unsaved edits, or of its draft when there are no unsaved edits. */
export function unsavedTextsQuery(pageId: number) {
  return queryOptions({
    queryKey: ['unsaved', pageId],
    queryFn: async (): Promise<Pick<RevisionContent, 'raw_html' | 'layers'>> => {
      const { edits, raw_html: html, layers } = await readUnsaved(pageId);
      if (edits === null) return readPage(pageId);
      if (html !== undefined && layers !== undefined) return { raw_html: html, layers };
      const base = await readRevision(pageId, edits.base_revision);
      return { raw_html: html ?? base.raw_html, layers: layers ?? base.layers };
    },
    gcTime: 0,
  });
}

/** Unsaved edits as they are sent: with the revision they are based on and the sequence number of the edits they replace. */
export interface UnsavedEditsPutRequest extends DraftEdits {
  readonly base_revision: number;
  readonly seq: number;
}

/** Returns true when two versions of edits are based on the same revision and have the same edited parts. */
export function areSameEdits(
  one: Omit<UnsavedEditsPutRequest, 'seq'>,
  other: Omit<UnsavedEditsPutRequest, 'seq'>,
): boolean {
  return (
    one.base_revision === other.base_revision &&
    one.title === other.title &&
    one.raw_html === other.raw_html &&
    JSON.stringify(one.layers) === JSON.stringify(other.layers)
  );
}

/** Replaces all unsaved edits of a website at the service. Resolves to their new sequence number. */
export function putUnsaved(
  pageId: number,
  edits: UnsavedEditsPutRequest,
  options: { readonly keepalive?: boolean } = {},
): Promise<{ readonly seq: number; readonly at: string }> {
  return send('PUT', `${PAGES}/${pageId}/unsaved`, { body: edits, ...options });
}

/**
 * Drops the unsaved edits of a website (`drop: true`), or restores dropped ones (`drop: false`). `seq` is the current sequence
 * number of its unsaved edits.
 */
export function dropUnsaved(
  pageId: number,
  seq: number,
  drop: boolean,
  options: { readonly keepalive?: boolean } = {},
): Promise<{ readonly seq: number }> {
  const path = `${PAGES}/${pageId}/unsaved/${drop ? 'drop' : 'undrop'}`;
  return send('POST', path, { body: { seq }, ...options });
}

/** The response to a change of a website: the website after the change. */
interface DraftSaveAnswer {
  readonly website: WebsiteRecord;
}

/**
 * Saves edits as one new revision of the draft; a changed title alone creates none. Parts that `edits` omits are taken from the
 * unsaved edits that the service has stored.
 */
export function savePage(
  pageId: number,
  edits: DraftEdits & { readonly expected_revision: number; readonly seq: number },
  key: string,
): Promise<DraftSaveAnswer> {
  return sendKeyed(`${PAGES}/${pageId}/save`, key, edits);
}

/** Writes an older revision's content as a draft's next revision. Refused when the draft's revision is not `expected`. */
export function restoreRevision(
  {
    pageId,
    revision,
    expected,
  }: { readonly pageId: number; readonly revision: number; readonly expected: number },
  key: string,
): Promise<DraftSaveAnswer> {
  return sendKeyed(`${PAGES}/${pageId}/revisions/${revision}/restore`, key, {
    expected_revision: expected,
  });
}

/** One part of the list of a website's revisions, newest first. `next_before` selects the next part; null at the end. */
export interface RevisionListPage {
  readonly revisions: readonly ConsoleRevision[];
  readonly next_before: number | null;
}

/** Query for the revisions of a website, newest first, in parts of 100. */
export function revisionsQuery(pageId: number) {
  return infiniteQueryOptions({
    queryKey: ['revisions', pageId],
    queryFn: ({ pageParam, signal }) =>
      send<RevisionListPage>(
        'GET',
        `${PAGES}/${pageId}/revisions?limit=100${pageParam === null ? '' : `&before=${pageParam}`}`,
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next_before: next }) => next,
  });
}

/** Reads the number of a website's newest revision, without texts. */
export async function readNewestRevision(pageId: number): Promise<number> {
  const list = await send<RevisionListPage>('GET', `${PAGES}/${pageId}/revisions?limit=1`);
  return list.revisions[0]?.revision ?? 0;
}

/** Reads the texts of one revision. Throws a ServiceRequestError with the code `gone` when they are no longer stored. */
export function readRevision(
  pageId: number,
  revision: number,
  options?: ServiceRequestOptions,
): Promise<RevisionContent> {
  return send('GET', `${PAGES}/${pageId}/revisions/${revision}`, options);
}

/** Query for the texts of one revision. It fails with the code `gone` when they are no longer stored. */
export function revisionQuery(pageId: number, revision: number) {
  return queryOptions({
    queryKey: ['revision', pageId, revision],
    queryFn: ({ signal }) => readRevision(pageId, revision, { signal }),
    // A revision never changes, so it is read once.
    staleTime: Infinity,
    gcTime: 60_000,
  });
}

/** What a preview shows: the unsaved edits, the draft, or the revision with this number. */
export type PreviewedRevisionOrEdits = 'unsaved' | 'draft' | number;

/**
 * Creates a preview and returns its address, which is valid for 15 minutes. With `exact` the page is served without the helper
 * script that the console needs for scrolling and errors.
 */
export function makePreview(
  pageId: number,
  of: PreviewedRevisionOrEdits,
  exact: boolean,
): Promise<PreviewAddresses> {
  return send('POST', `${PAGES}/${pageId}/preview`, { body: { of, exact } });
}

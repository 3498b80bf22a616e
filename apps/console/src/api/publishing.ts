import type {
  DraftCheckAnswer,
  OwnerSnapshotRecord,
  WebsiteVisibility,
  WebsiteRecord,
} from '@bridge/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';
import { sendKeyed } from './send-keyed.ts';

const PAGE_ROUTES = '/api/console/pages';

/** The response to a change of a website: the website after the change. */
interface WebsiteUpdateAnswer {
  readonly website: WebsiteRecord;
}

/**
 * Query for the check of a draft: the mode (portable or online) and the warnings that a publication would have, and each
 * warning's position. The service always checks the current draft; `revision` is only a part of the query key.
 */
export function checkQuery(pageId: number, revision: number) {
  return queryOptions({
    queryKey: ['check', pageId, revision],
    queryFn: ({ signal }) =>
      send<DraftCheckAnswer>('POST', `${PAGE_ROUTES}/${pageId}/check`, {
        body: { of: 'draft' },
        signal,
      }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}

/**
 * Checks the unsaved edits that the service has stored, or the draft when there are none, in the same way as a publication
 * does.
 */
export function checkEdits(pageId: number): Promise<DraftCheckAnswer> {
  return send('POST', `${PAGE_ROUTES}/${pageId}/check`, { body: { of: 'unsaved' } });
}

/** The owner's choices for a publication: website, revision and visibility. */
export interface PublicationRequest {
  readonly pageId: number;
  readonly revision: number;
  readonly visibility: WebsiteVisibility;
}

/**
 * Publishes a draft with a visibility. The service refuses when the draft's revision is no longer `revision`. `key` is the
 * idempotency key of the request.
 */
export function publishPage(
  { pageId, revision, visibility }: PublicationRequest,
  key: string,
): Promise<WebsiteUpdateAnswer> {
  return sendKeyed(`${PAGE_ROUTES}/${pageId}/publish`, key, {
    expected_revision: revision,
    visibility,
  });
}

/** Allows the public overview (the list of the newest public websites of all accounts) to contain a website, or forbids it. */
export function setListed(
  { pageId, listed }: { readonly pageId: number; readonly listed: boolean },
  key: string,
): Promise<WebsiteUpdateAnswer> {
  return sendKeyed(`${PAGE_ROUTES}/${pageId}/listed`, key, { listed });
}

/** Changes the title of a website; creates no revision. */
export function renamePage(
  { pageId, title }: { readonly pageId: number; readonly title: string },
  key: string,
): Promise<WebsiteUpdateAnswer> {
  return sendKeyed(`${PAGE_ROUTES}/${pageId}/rename`, key, { title });
}

/**
 * Moves a website to another World (public identity). The service refuses when the draft's revision is no longer `revision`.
 */
export function movePage(
  {
    pageId,
    word,
    revision,
  }: { readonly pageId: number; readonly word: string; readonly revision: number },
  key: string,
): Promise<WebsiteUpdateAnswer> {
  return sendKeyed(`${PAGE_ROUTES}/${pageId}/attach`, key, { word, expected_revision: revision });
}

/**
 * One part of the list of a website's snapshots (immutable published copies), newest first. `next` selects the next part; null
 * at the end.
 */
interface SnapshotListPage {
  readonly snapshots: readonly OwnerSnapshotRecord[];
  readonly next: string | null;
}

/** Query for the snapshots (immutable published copies) of a website, including private ones, newest first and in parts. */
export function snapshotsQuery(pageId: number) {
  return infiniteQueryOptions({
    queryKey: ['snapshots', pageId],
    queryFn: ({ pageParam, signal }) =>
      send<SnapshotListPage>(
        'GET',
        `${PAGE_ROUTES}/${pageId}/snapshots${pageParam === null ? '' : `?before=${pageParam}`}`,
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}
/** Sets the visibility of a published website: private, unlisted or public. */
export function setVisibility(
  { pageId, visibility }: Pick<PublicationRequest, 'pageId' | 'visibility'>,
  key: string,
): Promise<WebsiteUpdateAnswer> {
  return sendKeyed(`${PAGE_ROUTES}/${pageId}/visibility`, key, { visibility });
}

import type { ConsoleCheck, OwnSnapshot, Visibility, WebsiteRecord } from '@bridge/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';
import { sendKeyed } from './send-keyed.ts';

const PAGE_ROUTES = '/api/console/pages';

/** The response to a change of a website: the website after the change. */
interface WebsiteResult {
  readonly website: WebsiteRecord;
}

/** Query for the verdict on a draft: the mode and warnings that a publication would have, and the position of each warning. */
export function checkQuery(pageId: number, revision: number) {
  return queryOptions({
    queryKey: ['check', pageId, revision],
    queryFn: ({ signal }) =>
      send<ConsoleCheck>('POST', `${PAGE_ROUTES}/${pageId}/check`, {
        body: { of: 'draft' },
        signal,
      }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}

/** Checks the unsaved edits at the service, or the draft when there are none, as a publication would. */
export function checkEdits(pageId: number): Promise<ConsoleCheck> {
  return send('POST', `${PAGE_ROUTES}/${pageId}/check`, { body: { of: 'unsaved' } });
}

/** The owner's choices for a publication: website, revision and visibility. */
export interface Publication {
  readonly pageId: number;
  readonly revision: number;
  readonly visibility: Visibility;
}

/** Publishes the stored revision of a draft with a visibility. */
export function publishPage(
  { pageId, revision, visibility }: Publication,
  key: string,
): Promise<WebsiteResult> {
  return sendKeyed(`${PAGE_ROUTES}/${pageId}/publish`, key, {
    expected_revision: revision,
    visibility,
  });
}

/** Adds a website to the public overviews, or removes it. */
export function setListed(
  { pageId, listed }: { readonly pageId: number; readonly listed: boolean },
  key: string,
): Promise<WebsiteResult> {
  return sendKeyed(`${PAGE_ROUTES}/${pageId}/listed`, key, { listed });
}

/** Changes the title of a website; creates no revision. */
export function renamePage(
  { pageId, title }: { readonly pageId: number; readonly title: string },
  key: string,
): Promise<WebsiteResult> {
  return sendKeyed(`${PAGE_ROUTES}/${pageId}/rename`, key, { title });
}

/** Moves a website to another World. */
export function movePage(
  {
    pageId,
    word,
    revision,
  }: { readonly pageId: number; readonly word: string; readonly revision: number },
  key: string,
): Promise<WebsiteResult> {
  return sendKeyed(`${PAGE_ROUTES}/${pageId}/attach`, key, { word, expected_revision: revision });
}

/** A page of a website's snapshots, newest first. */
interface SnapshotList {
  readonly snapshots: readonly OwnSnapshot[];
  readonly next: string | null;
}

/** Query for the snapshots of a website, page by page, including private ones. */
export function snapshotsQuery(pageId: number) {
  return infiniteQueryOptions({
    queryKey: ['snapshots', pageId],
    queryFn: ({ pageParam, signal }) =>
      send<SnapshotList>(
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
  { pageId, visibility }: Pick<Publication, 'pageId' | 'visibility'>,
  key: string,
): Promise<WebsiteResult> {
  return sendKeyed(`${PAGE_ROUTES}/${pageId}/visibility`, key, { visibility });
}

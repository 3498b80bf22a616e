import type { DeletedWebsiteListPage, WebsiteRecord } from '@bridge/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { send } from './client.ts';
import { sendKeyed } from './send-keyed.ts';

/**
 * A website to delete or restore. The service refuses the request when the draft no longer has the revision (version number)
 * `revision` that the owner saw.
 */
export interface WebsiteIdWithRevision {
  readonly pageId: number;
  readonly revision: number;
}

/** Deletes a website. The owner can restore it until the time `purge_at` in the answer. */
export function deletePage(
  { pageId, revision }: WebsiteIdWithRevision,
  key: string,
): Promise<{ readonly purge_at: string }> {
  return sendKeyed(`/api/console/pages/${pageId}/delete`, key, { expected_revision: revision });
}

/** Restores a deleted website with all its contents. */
export function undeletePage(
  { pageId, revision }: WebsiteIdWithRevision,
  key: string,
): Promise<{ readonly website: WebsiteRecord }> {
  return sendKeyed(`/api/console/pages/${pageId}/undelete`, key, { expected_revision: revision });
}

/** Query for the deleted websites that can still be restored. */
export const deletedQuery = infiniteQueryOptions({
  queryKey: ['deleted'],
  queryFn: ({ pageParam, signal }) =>
    send<DeletedWebsiteListPage>('GET', `/api/console/deleted?after_id=${pageParam}`, { signal }),
  initialPageParam: 0,
  getNextPageParam: ({ next_after_id: next }) => next,
});

/**
 * A website to create in the World (public identity) named `word`. Without `raw_html` the service gives it its default HTML.
 */
export interface WebsiteCreationRequest {
  readonly title: string;
  readonly word: string;
  readonly raw_html?: string;
}

/** Creates a website in a World (public identity). `key` is the idempotency key of the request. */
export function createPage(
  page: WebsiteCreationRequest,
  key: string,
): Promise<{ readonly website: WebsiteRecord }> {
  return sendKeyed('/api/console/pages', key, page);
}

import { queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';

/** The response with titles of websites. A website that does not exist is absent. */
interface WebsiteTitlesAnswer {
  readonly titles: readonly { readonly page_id: number; readonly title: string }[];
}

/** A request of a component for the title of one website. It waits until it is sent together with other requests. */
interface WebsiteTitleRequest {
  readonly pageId: number;
  readonly resolve: (title: string | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum number of website ids in one request; the service accepts no more. */
const IDS_MAX = 200;
/** Time in ms for which a title that was read is shown without reading it again. */
const CURRENT_MS = 60_000;
/** Requests of components for titles that were not sent to the service yet. */
let waiting: WebsiteTitleRequest[] = [];

async function readTitles(requests: readonly WebsiteTitleRequest[]): Promise<void> {
  const ids = [...new Set(requests.map(({ pageId }) => pageId))].join(',');
  try {
    const { titles } = await send<WebsiteTitlesAnswer>('GET', `/api/console/titles?ids=${ids}`);
    const byId = new Map(titles.map(({ page_id, title }) => [page_id, title]));
    for (const { pageId, resolve } of requests) resolve(byId.get(pageId) ?? null);
  } catch (error) {
    for (const { reject } of requests) reject(error);
  }
}

/**
 * Reads the titles that the components of a screen requested in one render pass, with one HTTP request for each IDS_MAX
 * requests.
 */
function flush(): void {
  const requests = waiting;
  waiting = [];
  for (let at = 0; at < requests.length; at += IDS_MAX)
    void readTitles(requests.slice(at, at + IDS_MAX));
}

/** Query for the title of a website of the account; null when the website no longer exists. */
export function titleQuery(pageId: number) {
  return queryOptions({
    queryKey: ['title', pageId],
    queryFn: () =>
      new Promise<string | null>((resolve, reject) => {
        if (waiting.length === 0) queueMicrotask(flush);
        waiting.push({ pageId, resolve, reject });
      }),
    staleTime: CURRENT_MS,
  });
}

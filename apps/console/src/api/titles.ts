import { queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';

interface TitlesAnswer {
  readonly titles: readonly { readonly page_id: number; readonly title: string }[];
}
interface TitleRequest {
  readonly pageId: number;
  readonly resolve: (title: string | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum number of websites of one request, as the route allows. */
const IDS_MAX = 200;
/** A title that was read is taken for current for this long. */
const CURRENT_MS = 60_000;
/** Titles that rows want and that are not requested yet. */
let waiting: TitleRequest[] = [];

async function readTitles(requests: readonly TitleRequest[]): Promise<void> {
  const ids = [...new Set(requests.map(({ pageId }) => pageId))].join(',');
  try {
    const { titles } = await send<TitlesAnswer>('GET', `/api/console/titles?ids=${ids}`);
    const byId = new Map(titles.map(({ page_id, title }) => [page_id, title]));
    for (const { pageId, resolve } of requests) resolve(byId.get(pageId) ?? null);
  } catch (error) {
    for (const { reject } of requests) reject(error);
  }
}

/** Sends one request for the titles that all rows of a screen want in one pass. */
function flush(): void {
  const requests = waiting;
  waiting = [];
  for (let at = 0; at < requests.length; at += IDS_MAX)
    void readTitles(requests.slice(at, at + IDS_MAX));
}

/** Reads the title of a website of the account; null when it is not there any more. */
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

import type { CallRecord } from './history.ts';

/**
 * Returns the visibility that each page must have after a run, by page id. A page is left out unless its last visibility call
 * succeeded and began after all other visibility calls on the page had ended.
 */
export function lastVisibilities(calls: readonly CallRecord[]): ReadonlyMap<number, string> {
  const byPage = Map.groupBy(
    calls.filter(({ action, refused }) => action === 'pages.set_visibility' && refused === null),
    ({ payload }) => payload['page_id'] as number,
  );
  const last = new Map<number, string>();
  for (const [pageId, all] of byPage) {
    const latest = all.toSorted((a, b) => b.inv - a.inv)[0];
    const isAlone = all.every(
      (one) => one === latest || (one.ret ?? Infinity) < (latest?.inv ?? 0),
    );
    if (latest !== undefined && latest.result !== null && isAlone)
      last.set(pageId, String(latest.payload['visibility']));
  }
  return last;
}

import type { CallRecord } from './history.ts';

/**
 * The visibility that each page must have after a run, by page id. It is known only for pages whose last visibility call began
 * after all other such calls on the page had ended.
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

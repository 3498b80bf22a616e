/** One page of a list. `last` is the last row of the page if a further page follows, else null. */
export interface ListPageWithCursorRow<R> {
  readonly shown: readonly R[];
  readonly last: R | null;
}

/**
 * Makes a page from the first `limit` rows. The caller has read `limit` + 1 rows; the additional row shows that a further page
 * follows.
 */
export function listPage<R>(rows: readonly R[], limit: number): ListPageWithCursorRow<R> {
  const shown = rows.slice(0, limit);
  return { shown, last: rows.length > limit ? (shown.at(-1) ?? null) : null };
}

/** One page of a list; `last` is the page’s last row, set only when a further page follows. */
export interface ListPage<R> {
  readonly shown: readonly R[];
  readonly last: R | null;
}

/** Makes a page of at most `limit` rows. The caller has read `limit` + 1 rows, to learn whether a further page follows. */
export function listPage<R>(rows: readonly R[], limit: number): ListPage<R> {
  const shown = rows.slice(0, limit);
  return { shown, last: rows.length > limit ? (shown.at(-1) ?? null) : null };
}

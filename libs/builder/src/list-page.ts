/** The rows of one page of a list, and the last of them when another page follows. */
export interface ListPage<R> {
  readonly shown: readonly R[];
  readonly last: R | null;
}

/** Cuts the page out of `rows`, which were read with one row more than `limit`. */
export function listPage<R>(rows: readonly R[], limit: number): ListPage<R> {
  const shown = rows.slice(0, limit);
  return { shown, last: rows.length > limit ? (shown.at(-1) ?? null) : null };
}

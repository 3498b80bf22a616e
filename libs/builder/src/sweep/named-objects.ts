import { type SqlStatementRunner, sql } from '@bridge/db';

/**
 * Returns those of the given blob-store objects to which a row refers: a revision, unsaved edits, a snapshot, or an admission
 * (permission to store the object).
 */
export async function namedObjects(
  db: SqlStatementRunner,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = sql`any(${[...keys]}::text[])`;
  const publications = sql`any(${publicationsOf(keys)}::text[])`;
  const rows = await db.rows(
    sql<{ object: string }>`select object from builder.revision where object = ${wanted}
      union select layers_object from builder.revision where layers_object = ${wanted}
      union select object from builder.unsaved where object = ${wanted}
      union select layers_object from builder.unsaved where layers_object = ${wanted}
      union select object from builder.admission where object = ${wanted}
      union select named.object from builder.publication p
        join builder.snapshot s on s.page_id = p.page_id and s.snapshot_id = p.snapshot_id
        cross join lateral unnest(array[s.page_object, s.br_object, s.gzip_object, s.archive_object]) named (object)
        where p.publication_id = ${publications} and named.object = ${wanted}`,
  );
  return new Set(rows.map(({ object }) => object));
}

/** Returns the ids of the publications in object keys of the form `snap/<publication id>/…`. */
function publicationsOf(keys: readonly string[]): string[] {
  const parts = keys.map((key) => key.split('/'));
  return [
    ...new Set(parts.flatMap(([top, id]) => (top === 'snap' && id !== undefined ? [id] : []))),
  ];
}

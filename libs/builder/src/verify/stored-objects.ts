import { type SqlStatementRunner, sql } from '@bridge/db';

/** An object of the blob store to which a row refers. */
export interface ReferencedBlobObject {
  readonly object: string;
  readonly sha256: string;
  readonly page_id: number;
  /** What the object contains: the HTML or layers of a revision, unsaved edits, or (`snapshot`) any part of a publication. */
  readonly what: 'draft' | 'layers' | 'unsaved' | 'snapshot';
}

/** Maximum number of blob-store objects, or of snapshots, that one statement reads. */
const PAGE = 500;

/** A function that makes the SQL statement for the next page of objects: at most `limit` objects whose name follows `after`. */
type NextBlobObjectsQueryBuilder = (
  after: string,
  limit: number,
) => ReturnType<typeof sql<ReferencedBlobObject>>;

/** The statement needs `distinct`, because several revisions refer to the same object when a change left the HTML unchanged. */
const drafts: NextBlobObjectsQueryBuilder = (after, limit) =>
  sql<ReferencedBlobObject>`select distinct on (object) object, sha256, page_id, 'draft' as what from builder.revision
    where object is not null and object > ${after} order by object limit ${limit}`;
const layers: NextBlobObjectsQueryBuilder = (after, limit) =>
  sql<ReferencedBlobObject>`select distinct on (layers_object) layers_object as object, layers_sha256 as sha256, page_id,
      'layers' as what from builder.revision
    where layers_object is not null and layers_object > ${after} order by layers_object limit ${limit}`;

/** The statement needs no `distinct`, because at most one row of unsaved edits refers to an object. */
const unsaved: NextBlobObjectsQueryBuilder = (after, limit) =>
  sql<ReferencedBlobObject>`select object, sha256, page_id, 'unsaved' as what from builder.unsaved
    where object is not null and object > ${after} order by object limit ${limit}`;
const unsavedLayers: NextBlobObjectsQueryBuilder = (after, limit) =>
  sql<ReferencedBlobObject>`select layers_object as object, layers_sha256 as sha256, page_id, 'unsaved' as what
    from builder.unsaved
    where layers_object is not null and layers_object > ${after} order by layers_object limit ${limit}`;

/** Reads the blob-store objects of the next `limit` snapshots (published results) after a website id and snapshot id. */
async function snapshotPage(
  db: SqlStatementRunner,
  [pageId, snapshotId]: readonly [number, string],
  limit: number,
): Promise<readonly (ReferencedBlobObject & { readonly snapshot_id: string })[]> {
  return db.rows(
    sql<
      ReferencedBlobObject & { snapshot_id: string }
    >`select o.object, o.sha256, s.page_id, s.snapshot_id, 'snapshot' as what
      from (select * from builder.snapshot where (page_id, snapshot_id) > (${pageId}::bigint, ${snapshotId})
        order by page_id, snapshot_id limit ${limit}) s
      cross join lateral (values (s.page_object, s.page_sha256), (s.br_object, s.br_sha256),
        (s.gzip_object, s.gzip_sha256), (s.archive_object, s.archive_sha256)) o (object, sha256)
      where o.object is not null order by s.page_id, s.snapshot_id, o.object`,
  );
}

async function* pagesOf(
  db: SqlStatementRunner,
  pageAfter: NextBlobObjectsQueryBuilder,
): AsyncGenerator<readonly ReferencedBlobObject[]> {
  for (let after = ''; ;) {
    const page = await db.rows(pageAfter(after, PAGE));
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.object;
  }
}

/** Yields every blob-store object to which a row refers, in pages. */
export async function* namedObjectPages(
  db: SqlStatementRunner,
): AsyncGenerator<readonly ReferencedBlobObject[]> {
  yield* pagesOf(db, drafts);
  yield* pagesOf(db, layers);
  yield* pagesOf(db, unsaved);
  yield* pagesOf(db, unsavedLayers);
  for (let after: readonly [number, string] = [0, '']; ;) {
    const page = await snapshotPage(db, after, PAGE);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = [last.page_id, last.snapshot_id];
  }
}

/**
 * Returns at most `count` objects of draft HTML and `count` objects of snapshots, as a sample for verification. `start`, 26
 * letters and digits, decides where the sample begins.
 */
export async function sampleObjects(
  db: SqlStatementRunner,
  start: string,
  count: number,
): Promise<readonly ReferencedBlobObject[]> {
  const from = `body/${start}`;
  const found = new Map((await db.rows(drafts(from, count))).map((row) => [row.object, row]));
  // After the last object, the sample continues with the first. A small store has all of its objects in the sample, each once.
  if (found.size < count)
    for (const row of await db.rows(drafts('', count - found.size))) found.set(row.object, row);
  const [top] = await db.rows(
    sql<{ page_id: number }>`select coalesce(max(page_id), 0) as page_id from builder.live`,
  );
  const share = Number.parseInt(start.slice(0, 6), 36) / 36 ** 6;
  const snapshots = await snapshotPage(db, [Math.floor((top?.page_id ?? 0) * share), ''], count);
  return [...found.values(), ...snapshots.slice(0, count)];
}

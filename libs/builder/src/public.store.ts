import { type SqlStatementRunner, sql } from '@bridge/db';

/** The public state of a website with the id of its live snapshot (the result of a publication that visitors see). */
export interface PublicWebsiteStateRow {
  readonly page_id: number;
  readonly snapshot_id: string;
  readonly visibility: 'private' | 'unlisted' | 'public';
  readonly suspended: boolean;
  /** True when the website was deleted by its owner, who may still restore it, or removed by the operator. */
  readonly gone: boolean;
  readonly version: number;
  /** The World of the website’s last publication. */
  readonly live_word: string;
  /** True when the founder of the World `live_word` removed the website from the World’s public list. */
  readonly off_world: boolean;
}

/**
 * Holds the column-name prefixes `N` (such as `page` and `br`) as the type of a member, so that a mapped type can build column
 * names from each of them.
 */
interface ObjectColumnPrefixes<N extends string> {
  readonly object: N;
}

/**
 * The columns about blob-store objects: for each prefix `N` (such as `page`) the object’s name, its SHA-256 and its size in
 * bytes.
 */
type StoredObjectColumns<N extends string, Null = never> = {
  readonly [C in ObjectColumnPrefixes<N>['object'] as `${C}_object` | `${C}_sha256`]: string | Null;
} & { readonly [C in N as `${C}_bytes`]: number | Null };

/** One snapshot of a website: the immutable result of a publication. */
export type SnapshotRow = StoredObjectColumns<'page'> &
  StoredObjectColumns<'br' | 'gzip' | 'archive', null> & {
    readonly snapshot_id: string;
    readonly revision: number;
    readonly title: string;
    readonly word: string;
    readonly published_at: Date;
    readonly publication_mode: 'portable' | 'online';
    readonly offline_ready: boolean;
    readonly external_form: boolean;
    readonly archive_filename: string | null;
  };

const SNAPSHOT_COLUMNS = sql`s.snapshot_id, s.revision, s.title, s.word, s.published_at, s.publication_mode,
  s.offline_ready, s.external_form, s.page_object, s.page_bytes, s.page_sha256, s.br_object, s.br_bytes, s.br_sha256,
  s.gzip_object, s.gzip_bytes, s.gzip_sha256, s.archive_object, s.archive_bytes, s.archive_sha256, s.archive_filename`;

/** Reads the public state of a website with its live snapshot; returns undefined before its first publication. */
export async function findLive(
  db: SqlStatementRunner,
  pageId: number,
): Promise<(PublicWebsiteStateRow & SnapshotRow) | undefined> {
  const [row] = await db.rows(
    sql<
      PublicWebsiteStateRow & SnapshotRow
    >`select l.page_id, l.visibility, l.suspended, l.gone, l.version,
        l.word as live_word, l.off_world_at is not null as off_world, ${SNAPSHOT_COLUMNS}
      from builder.live l join builder.snapshot s on s.page_id = l.page_id and s.snapshot_id = l.snapshot_id
      where l.page_id = ${pageId}`,
    'prepared',
  );
  return row;
}

/** Lists the snapshots (results of publications) of a website, newest first; with `snapshotId` only that one. */
export async function listSnapshots(
  db: SqlStatementRunner,
  pageId: number,
  snapshotId: string | null,
  max: number,
): Promise<readonly SnapshotRow[]> {
  return db.rows(
    sql<SnapshotRow>`select ${SNAPSHOT_COLUMNS} from builder.snapshot s
      where s.page_id = ${pageId} and (${snapshotId}::text is null or s.snapshot_id = ${snapshotId}::text)
      order by s.published_at desc, s.snapshot_id limit ${max}`,
    'prepared',
  );
}

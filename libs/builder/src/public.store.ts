import { type Queryable, sql } from '@bridge/db';

/** Whether and how a website is public. */
export interface LiveRow {
  readonly page_id: number;
  readonly snapshot_id: string;
  readonly visibility: 'private' | 'unlisted' | 'public';
  readonly suspended: boolean;
  /** Removed for good. */
  readonly gone: boolean;
  readonly version: number;
  /** The World it was published in last. */
  readonly live_word: string;
}

interface ObjectColumns<N extends string> {
  readonly object: N;
}
type StoredColumns<N extends string, Null = never> = {
  readonly [C in ObjectColumns<N>['object'] as `${C}_object` | `${C}_sha256`]: string | Null;
} & { readonly [C in N as `${C}_bytes`]: number | Null };

/** One published snapshot. */
export type SnapshotRow = StoredColumns<'page'> &
  StoredColumns<'br' | 'gzip' | 'archive', null> & {
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

/** The public side of a website with the snapshot it shows; undefined until it is published first. */
export async function findLive(
  db: Queryable,
  pageId: number,
): Promise<(LiveRow & SnapshotRow) | undefined> {
  const [row] = await db.rows(
    sql<LiveRow & SnapshotRow>`select l.page_id, l.visibility, l.suspended, l.gone, l.version,
        l.word as live_word, ${SNAPSHOT_COLUMNS}
      from builder.live l join builder.snapshot s on s.page_id = l.page_id and s.snapshot_id = l.snapshot_id
      where l.page_id = ${pageId}`,
    'prepared',
  );
  return row;
}

/** Snapshots of a website, newest first, or the named one only. */
export async function listSnapshots(
  db: Queryable,
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

/** A public website in the list of its World. */
export interface WorldPageRow {
  readonly page_id: number;
  readonly title: string;
  readonly published_at: Date;
  readonly publication_mode: 'portable' | 'online';
  readonly offline_ready: boolean;
}

/** Public websites of a World, the one whose public side moved last first. */
export async function listWorldPages(
  db: Queryable,
  word: string,
  max: number,
): Promise<readonly WorldPageRow[]> {
  return db.rows(
    sql<WorldPageRow>`select l.page_id, s.title, l.published_at, s.publication_mode, s.offline_ready
      from (
        select page_id, snapshot_id, published_at from builder.live
        where word = ${word} and visibility = 'public' and not suspended and not gone
        order by published_at desc, page_id desc limit ${max}
      ) l
      cross join lateral (
        select s.title, s.publication_mode, s.offline_ready from builder.snapshot s
        where s.page_id = l.page_id and s.snapshot_id = l.snapshot_id limit 1
      ) s
      order by l.published_at desc, l.page_id desc`,
    'prepared',
  );
}

/** Sets who may see a published website; undefined when it is not this account's or not published. */
export async function setLiveVisibility(
  tx: Queryable,
  accountId: string,
  pageId: number,
  visibility: LiveRow['visibility'],
): Promise<{ readonly version: number } | undefined> {
  const [row] = await tx.rows(
    sql<{
      version: number;
    }>`update builder.live set version = version + 1, visibility = ${visibility}
      where page_id = ${pageId} and account_id = ${accountId} returning version`,
  );
  return row;
}

import type {
  BodyReference,
  PublicLinkBuilder,
  SnapshotRecord,
  WebsiteRecord,
} from '@bridge/contracts';
import { bodyRefOf } from './stored-text.ts';
import type { StoredRevisionTexts, WebsiteRow } from './website.store.ts';

/** True when only the owner may change the visibility. Spec: publishing.locked. */
export function isLocked(live: Pick<WebsiteRow, 'visibility' | 'visibility_by_agent'>): boolean {
  return live.visibility === 'private' && live.visibility_by_agent !== true;
}

/** The columns of a snapshot (the result of one publication) that its public record contains. */
export interface SnapshotRecordColumns extends Pick<
  SnapshotRecord,
  'snapshot_id' | 'revision' | 'publication_mode' | 'offline_ready'
> {
  readonly published_at: Date;
  readonly has_archive: boolean;
}

/** Builds the public record of one snapshot (the result of one publication) of a website. */
export function snapshotRecordOf(
  pageId: number,
  facts: SnapshotRecordColumns,
  links: PublicLinkBuilder,
): SnapshotRecord {
  const { snapshot_id } = facts;
  return {
    snapshot_id,
    url: links.snapshot(pageId, snapshot_id),
    revision: facts.revision,
    published_at: facts.published_at.toISOString(),
    publication_mode: facts.publication_mode,
    offline_ready: facts.offline_ready,
    archive_url: facts.has_archive ? links.archive(pageId, snapshot_id) : null,
  };
}

function snapshotOf(row: WebsiteRow, links: PublicLinkBuilder): SnapshotRecord | null {
  const { page_id, snapshot_id, snapshot_revision: revision, snapshot_at, publication_mode } = row;
  if (snapshot_id === null || revision === null) return null;
  if (snapshot_at === null || publication_mode === null) return null;
  const { has_archive } = row;
  const offline_ready = row.offline_ready ?? false;
  return snapshotRecordOf(
    page_id,
    {
      snapshot_id,
      revision,
      published_at: snapshot_at,
      publication_mode,
      offline_ready,
      has_archive,
    },
    links,
  );
}

/** Builds the record of a website, without its HTML, that its owner and agents receive. Spec: drafts.record. */
export function websiteRecordOf(row: WebsiteRow, links: PublicLinkBuilder): WebsiteRecord {
  const published = row.published_revision !== null;
  return {
    page_id: row.page_id,
    title: row.title,
    word: row.word,
    kind: row.kind,
    state: published ? 'published' : 'draft',
    visibility: row.visibility ?? 'private',
    visibility_locked: isLocked(row),
    listed: row.listed,
    draft_revision: row.draft_revision,
    published_revision: row.published_revision,
    has_unpublished_changes: row.has_unpublished_changes,
    chars: row.chars,
    raw_sha256: row.sha256,
    editor_url: links.editor(row.page_id),
    preview_url: null,
    live_url: published ? links.live(row.page_id) : null,
    snapshot: snapshotOf(row, links),
    lineage: { lineage_id: row.lineage_id, origin: 'created', parent: null },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    updated_by: row.updated_by,
  };
}

/**
 * Returns the body reference of the layers of a revision (named pieces of HTML, CSS or text beside its HTML), whose text is a
 * JSON list.
 */
export function layersOfRow(row: StoredRevisionTexts): BodyReference {
  return bodyRefOf({
    bytes: row.layers_bytes,
    chars: row.layers_chars,
    sha256: row.layers_sha256,
    inline: row.layers_inline,
    object: row.layers_object,
    // Layers are stored as compact JSON, which contains no line ends.
    newline: 'none',
  });
}

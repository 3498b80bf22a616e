import type { BodyRef, Links, SnapshotRecord, WebsiteRecord } from '@bridge/contracts';
import { bodyRefOf } from './stored-text.ts';
import type { ContentRow, WebsiteRow } from './website.store.ts';

function snapshotOf(row: WebsiteRow, links: Links): SnapshotRecord | null {
  const { page_id, snapshot_id, snapshot_revision, snapshot_at, publication_mode } = row;
  if (snapshot_id === null || snapshot_revision === null) return null;
  if (snapshot_at === null || publication_mode === null) return null;
  return {
    snapshot_id,
    url: links.snapshot(page_id, snapshot_id),
    revision: snapshot_revision,
    published_at: snapshot_at.toISOString(),
    publication_mode,
    offline_ready: row.offline_ready ?? false,
    archive_url: row.has_archive ? links.archive(page_id, snapshot_id) : null,
  };
}

/** The public form of a website, without its HTML. Spec: drafts.record. */
export function websiteRecordOf(row: WebsiteRow, links: Links): WebsiteRecord {
  const published = row.published_revision !== null;
  return {
    page_id: row.page_id,
    title: row.title,
    word: row.word,
    kind: row.kind,
    state: published ? 'published' : 'draft',
    visibility: row.visibility ?? 'private',
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

/** Reference to the HTML of a website's current revision. */
export function bodyOfRow(row: ContentRow): BodyRef {
  return bodyRefOf(row);
}

/** Reference to the JSON text of its layers. */
export function layersOfRow(row: ContentRow): BodyRef {
  return bodyRefOf({
    bytes: row.layers_bytes,
    chars: row.layers_chars,
    sha256: row.layers_sha256,
    inline: row.layers_inline,
    object: row.layers_object,
    // JSON text is written without white space.
    newline: 'none',
  });
}

import {
  LIMITS,
  type PublicationZipFile,
  type BUILDER,
  type PublicLinkBuilder,
  type OwnerSnapshotRecord,
} from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import { demandOwner, demandVisible, scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { listPage } from '../list-page.ts';
import { listOwnSnapshots, type OwnerSnapshotRow } from '../own-pages.store.ts';
import { snapshotRecordOf } from '../website-record.ts';
import { findWebsite } from '../website.store.ts';

function archiveOf(row: OwnerSnapshotRow, url: string): PublicationZipFile | null {
  const { archive_bytes: bytes, archive_sha256: sha256, archive_filename: filename } = row;
  if (bytes === null || sha256 === null || filename === null) return null;
  return { url, bytes, sha256, filename, media_type: 'application/zip' };
}

function ownSnapshotOf(
  pageId: number,
  row: OwnerSnapshotRow,
  liveId: string | null,
  links: PublicLinkBuilder,
): OwnerSnapshotRecord {
  const { snapshot_id: id, warnings } = row;
  const archive = archiveOf(row, links.archive(pageId, id));
  const [error = 0, warning = 0, info = 0] = warnings ?? [];
  return {
    ...snapshotRecordOf(pageId, { ...row, has_archive: archive !== null }, links),
    title: row.title,
    bytes: row.page_bytes,
    warnings: warnings === null ? null : { error, warning, info },
    archive,
    live: id === liveId,
  };
}

/**
 * Lists the snapshots (results of publications) of a website for its owner, also when the website is private.
 * Spec: editor.snapshots.
 */
export function snapshotsOwn({
  db,
  links,
}: BuilderDeps): ServiceCallHandler<typeof BUILDER.snapshotsOwn> {
  return async ({ page_id: pageId, before }, call) => {
    demandOwner(call);
    const website = demandVisible(await findWebsite(db, scopeOf(call), pageId), pageId);
    const limit = LIMITS.ownSnapshotsMax;
    const rows = await listOwnSnapshots(db, accountOf(call), pageId, before, limit + 1);
    const { shown, last } = listPage(rows, limit);
    return {
      snapshots: shown.map((row) => ownSnapshotOf(pageId, row, website.snapshot_id, links)),
      next: last?.snapshot_id ?? null,
    };
  };
}

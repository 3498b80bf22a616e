import { LIMITS, type BUILDER, type PublicLinkBuilder } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import { scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { isShown, publicRecordOf } from '../public-record.ts';
import { findPublicSide } from '../public-side.store.ts';
import { listSnapshots } from '../public.store.ts';
import { snapshotRecordOf } from '../website-record.ts';

/** Returns the id of the website that the input names by page_id or by its public address. */
function pageIdOf(
  { page_id, live_url = '' }: { readonly page_id?: number; readonly live_url?: string },
  links: PublicLinkBuilder,
): number {
  const pageId = page_id ?? links.pageAt(live_url);
  if (pageId !== null) return pageId;
  const message = `must be a live_url of this service, such as ${links.live(42)}`;
  throw new BridgeError('invalid_input', {
    issues: [{ path: 'live_url', rule: 'live_url', message }],
  });
}

/**
 * Returns the public record of a website: the data about its live snapshot that agents receive. For a website that was never
 * published, the refusal is the same as for one that does not exist.
 */
export function pagesGet({ db, links }: BuilderDeps): ServiceCallHandler<typeof BUILDER.pagesGet> {
  return async (input, call) => {
    const pageId = pageIdOf(input, links);
    const row = await findPublicSide(db, scopeOf(call), pageId);
    if (row === undefined) throw new BridgeError('page_not_found', { page_id: pageId });
    const snapshots = await listSnapshots(db, pageId, null, LIMITS.pageSnapshotsMax);
    const content = { url: links.live(pageId), sha256: row.page_sha256, bytes: row.page_bytes };
    return {
      page: publicRecordOf(row, links),
      snapshots: snapshots.map((row) =>
        snapshotRecordOf(pageId, { ...row, has_archive: row.archive_object !== null }, links),
      ),
      content: isShown(row) ? content : null,
    };
  };
}

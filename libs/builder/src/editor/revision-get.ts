import type { BUILDER } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import type { SqlStatementRunner } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { demandVisible, scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { findRevision, type RevisionContentRow } from '../history.store.ts';
import { bodyRefOf } from '../stored-text.ts';
import { layersOfRow } from '../website-record.ts';
import { findWebsite } from '../website.store.ts';

/**
 * Returns a revision with its texts. Throws not_found when there is no such revision, and gone when its texts were removed
 * (pruned).
 */
export async function demandKept(
  db: SqlStatementRunner,
  accountId: string,
  pageId: number,
  revision: number,
): Promise<RevisionContentRow> {
  const row = await findRevision(db, accountId, pageId, revision);
  if (row === undefined) throw new BridgeError('not_found', {});
  if (row.pruned) throw new BridgeError('gone', {});
  return row;
}

/** Returns the texts (HTML and layers) of one revision of a website for its owner. Spec: editor.revision. */
export function revisionGet({ db }: BuilderDeps): ServiceCallHandler<typeof BUILDER.revisionGet> {
  return async ({ page_id: pageId, revision }, call) => {
    demandVisible(await findWebsite(db, scopeOf(call), pageId), pageId);
    const row = await demandKept(db, accountOf(call), pageId, revision);
    const { newline } = row;
    const at = row.at.toISOString();
    return { revision, at, newline, raw_html: bodyRefOf(row), layers: layersOfRow(row) };
  };
}

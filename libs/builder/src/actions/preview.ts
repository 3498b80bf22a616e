import type { ServiceCallHandler } from '@bridge/bus';
import type { BUILDER } from '@bridge/contracts';
import type { BuilderDeps } from '../deps.ts';
import { findPreview, findUnsavedPreview } from '../preview.store.ts';
import { bodyRefOf } from '../stored-text.ts';
import { layersOfRow } from '../website-record.ts';

/**
 * Reads a revision or unsaved edits for a preview. The caller has verified the preview token that contains their number.
 * Spec: drafts.preview, editor.preview.
 */
export function preview({ db }: BuilderDeps): ServiceCallHandler<typeof BUILDER.preview> {
  return async ({ page_id, revision, unsaved }) => {
    const row = unsaved
      ? await findUnsavedPreview(db, page_id, revision)
      : await findPreview(db, page_id, revision);
    if (row === undefined) return { draft: null };
    const { title } = row;
    return { draft: { title, body: bodyRefOf(row), layers: layersOfRow(row) } };
  };
}

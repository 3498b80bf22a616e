import type { BUILDER } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import { demandVisible, scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { bodyRefOf } from '../stored-text.ts';
import { layersOfRow, websiteRecordOf } from '../website-record.ts';
import { findContent } from '../website.store.ts';

/** Returns a website to an agent or its owner: its record, and body references to its HTML and to its layers (a JSON text). */
export function get({ db, links }: BuilderDeps): ServiceCallHandler<typeof BUILDER.get> {
  return async ({ page_id }, call) => {
    const row = demandVisible(await findContent(db, scopeOf(call), page_id), page_id);
    return {
      website: websiteRecordOf(row, links),
      raw_html: bodyRefOf(row),
      layers: layersOfRow(row),
      newline: row.newline,
      content_trust: 'untrusted',
    };
  };
}

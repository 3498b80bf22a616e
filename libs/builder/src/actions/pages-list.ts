import type { BUILDER } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import { demandWord, scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { listPage } from '../list-page.ts';
import { publicRecordOf } from '../public-record.ts';
import { listPublicSides } from '../public-side.store.ts';

/** Lists the account’s published websites, ascending by id; with `word` only those in the World with that word. */
export function pagesList({
  db,
  links,
}: BuilderDeps): ServiceCallHandler<typeof BUILDER.pagesList> {
  return async ({ word, limit, after_id }, call) => {
    if (word !== undefined) demandWord(call.ctx, word);
    const scope = { ...scopeOf(call), ...(word === undefined ? {} : { words: [word] }) };
    const rows = await listPublicSides(db, scope, after_id, limit + 1);
    const { shown, last } = listPage(rows, limit);
    return {
      pages: shown.map((row) => publicRecordOf(row, links)),
      next_after_id: last?.page_id ?? null,
    };
  };
}

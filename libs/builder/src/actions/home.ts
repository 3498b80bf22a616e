import type { BUILDER } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import type { BuilderDeps } from '../deps.ts';
import {
  countLive,
  findUnpublished,
  listLive,
  listOldEdits,
  listProblems,
  listPurging,
  readUse,
  searchWebsites,
} from '../home.store.ts';
import { readTitles } from '../titles.store.ts';

/** Returns the part of an owner’s home page in the console that concerns websites. Spec: home.parts. */
export function home({ db, links, quotas }: BuilderDeps): ServiceCallHandler<typeof BUILDER.home> {
  return async ({ changed }, call) => {
    const accountId = accountOf(call);
    const [live, total, unpublished, unsaved, problems, purging, use] = await Promise.all([
      listLive(db, accountId),
      countLive(db, accountId),
      findUnpublished(db, accountId, changed),
      listOldEdits(db, accountId),
      listProblems(db, accountId),
      listPurging(db, accountId),
      readUse(db, accountId),
    ]);
    return {
      live: live.map((row) => ({
        ...row,
        live_url: links.live(row.page_id),
        published_at: row.published_at.toISOString(),
      })),
      live_total: total,
      unpublished: [...unpublished],
      unsaved: unsaved.map((row) => ({ ...row, at: row.at.toISOString() })),
      problems: problems.map((row) => ({ ...row, published_at: row.published_at.toISOString() })),
      purging: purging.map((row) => ({ ...row, purge_at: row.purge_at.toISOString() })),
      websites: { used: use.websites, max: quotas.websitesMax },
      stored_bytes: { used: use.bytes, max: quotas.storedBytesMax },
    };
  };
}

/** Finds websites of an account by a search text, for the account’s owner. Spec: home.search. */
export function search({ db }: BuilderDeps): ServiceCallHandler<typeof BUILDER.search> {
  return async ({ q, limit }, call) => ({
    hits: [...(await searchWebsites(db, accountOf(call), q, limit))],
  });
}

/** Returns the titles of the websites with the given ids, for the owner of the account. Spec: home.titles. */
export function titles({ db }: BuilderDeps): ServiceCallHandler<typeof BUILDER.titles> {
  return async ({ page_ids }, call) => ({
    titles: [...(await readTitles(db, accountOf(call), page_ids))],
  });
}

import type {
  ACCOUNT,
  AttentionNotice,
  BUILDER,
  ConsoleHomeAnswer,
  WireOutput,
  WORLDS,
} from '@bridge/contracts';
import type { DatabaseClient } from '@bridge/db';
import { findOwnerNames } from '../auth/owner.store.ts';
import type { ExpiringKeyRow } from '../keys/expiring-key.store.ts';

const DAY_MS = 24 * 3_600_000;
/**
 * Days before a key’s expiry at which the home page reports the expiry, and reports it again if the owner has hidden the
 * notice.
 */
const EXPIRY_STAGES = [0, 3, 14] as const;
const STAGE_FIRST_MS = 14 * DAY_MS;
/** Time in ms after a key’s expiry for which the home page still reports it. */
const EXPIRED_SHOWN_MS = DAY_MS;

/** Used share (0 to 1) of a quota from which the home page shows a notice. */
const QUOTA_NOTICE = 0.8;

/** The websites whose newest change an agent made, as the account service lists them. */
type AgentChangedWebsites = WireOutput<typeof ACCOUNT.home>['changed'];

/** The part of an owner’s home page about websites, which the builder service provides. */
type WebsitesPartOfHome = WireOutput<typeof BUILDER.home>;

/** Returns the earliest and the latest expiry of the keys that the home page reports at the time `now`. */
export function reportedExpiries(now: number): { readonly from: Date; readonly until: Date } {
  return { from: new Date(now - EXPIRED_SHOWN_MS), until: new Date(now + STAGE_FIRST_MS) };
}

/**
 * Returns notices for keys that expire soon or have just expired. The `facts` of a notice contain the days before the expiry
 * at which it was first shown (14, 3 or 0), so that a notice that the owner hid is shown again at the next of these days.
 */
export function keyItems(keys: readonly ExpiringKeyRow[], now: number): AttentionNotice[] {
  return keys.map(({ key_id, name, expires_at }) => {
    const left = expires_at.getTime() - now;
    const days = EXPIRY_STAGES.find((stage) => left <= stage * DAY_MS) ?? EXPIRY_STAGES[2];
    const since = new Date(expires_at.getTime() - days * DAY_MS).toISOString();
    const facts = { key_name: name, expires_at: expires_at.toISOString(), days };
    return { kind: 'key_expiring', ref: key_id, since, facts };
  });
}

/** Returns notices for live websites whose newest change was made by an agent and is not published. */
export function unpublishedItems(
  changed: AgentChangedWebsites,
  { unpublished }: WebsitesPartOfHome,
): AttentionNotice[] {
  return unpublished.flatMap(({ page_id, title, published_revision, draft_revision }) => {
    const change = changed.find((one) => one.page_id === page_id);
    if (change === undefined) return [];
    const facts = { title, key_name: change.key_name, published_revision, draft_revision };
    return [{ kind: 'unpublished' as const, ref: String(page_id), since: change.at, facts }];
  });
}

/**
 * Returns notices for websites with old unsaved edits, for live websites with errors, and for deleted websites whose contents
 * are soon removed for good (purged).
 */
export function websiteItems({
  problems,
  purging,
  unsaved,
}: WebsitesPartOfHome): AttentionNotice[] {
  return [
    ...problems.map(({ page_id, title, errors, published_at, published_revision }) => ({
      kind: 'live_problem' as const,
      ref: String(page_id),
      since: published_at,
      facts: { title, errors, published_revision },
    })),
    ...purging.map(({ page_id, title, purge_at }) => ({
      kind: 'purge_soon' as const,
      ref: String(page_id),
      since: purge_at,
      facts: { title, purge_at },
    })),
    ...unsaved.map(({ page_id, title, at, base_revision }) => ({
      kind: 'unsaved' as const,
      ref: String(page_id),
      since: at,
      facts: { title, at, base_revision },
    })),
  ];
}

/**
 * Returns notices for Worlds (public identities) whose founders offer to hand them over to the owner, with the founders’
 * names.
 */
export async function offerItems(
  db: DatabaseClient,
  { offers }: WireOutput<typeof WORLDS.home>,
): Promise<AttentionNotice[]> {
  if (offers.length === 0) return [];
  const founders = offers.map(({ founder }) => founder);
  const names = await findOwnerNames(db, [...new Set(founders)]);
  return offers.map(({ word, title, founder, at }) => ({
    kind: 'invitation',
    ref: word,
    since: at,
    facts: { title, founder_name: names.get(founder) ?? '' },
  }));
}

/** Returns notices for quotas of which at least 80 % are used. */
export function quotaItems(quota: ConsoleHomeAnswer['quota'], now: number): AttentionNotice[] {
  const since = new Date(now).toISOString();
  return quota
    .filter(({ used, max }) => used >= QUOTA_NOTICE * max)
    .map(({ name, used, max }) => {
      // Whole percents, because a notice that the owner hid is shown again whenever its facts change.
      const facts = { percent: Math.floor((100 * used) / max), max };
      return { kind: 'quota' as const, ref: name, since, facts };
    });
}

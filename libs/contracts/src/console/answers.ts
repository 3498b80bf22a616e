import { z } from 'zod';
import { isoTime, keyId } from '../common.ts';
import { LIMITS } from '../limits.ts';
import { keyRecord } from '../records.ts';
import type { creditsLedger } from '../services/account/ledger.ts';
import type { activity, chainVerify, refusals } from '../services/account/activity.ts';
import { agentView, attentionItem, attentionKind } from '../services/account/home.ts';
import { accountNode } from '../services/account/live-feed.ts';
import { activityEvent, chainCheck } from '../services/account/activity.ts';
import { builderHome } from '../services/builder/home.ts';

const counted = z.int().nonnegative();

/** Maximum number of search results in the answer of `GET /api/console/search`. */
export const SEARCH_HITS_MAX = 20;
/** Number of days for which the hourly call counts of a key are kept. */
export const KEY_HOURS_KEPT_DAYS = 90;

/**
 * Schema of the answer of `GET /api/console/home`. When a service is unavailable, the members that it provides are empty and
 * `missing` contains the service’s name.
 */
export const homeAnswer = z.object({
  attention: z.array(attentionItem),
  agents: z.array(agentView),
  /** Websites that are public or unlisted, newest publication first. */
  live: builderHome.wireOutput.shape.live,
  live_total: counted,
  lately: z.array(activityEvent),
  /** Account quotas of which at least half is used, each with the used and the maximum number. */
  quota: z.array(z.object({ name: z.string(), used: counted, max: counted })),
  messages_waiting: counted,
  /** The first steps of a new account, each true when done; null while a service is unavailable. */
  steps: z
    .object({
      key: z.boolean(),
      call: z.boolean(),
      world: z.boolean(),
      website: z.boolean(),
      published: z.boolean(),
    })
    .nullable(),
  /** Number of the newest row of the journal (audit log); the event stream continues after it. */
  seq: counted,
  chain: chainCheck,
  missing: z.array(z.string()),
});
/** Answer of `GET /api/console/home`: the data of the owner's home screen. */
export type ConsoleHomeAnswer = z.output<typeof homeAnswer>;

/** Body of `POST /api/console/attention/hide`, which hides a notice on the owner's home screen. */
export const hideRequest = z.strictObject({
  kind: attentionKind,
  ref: z.string().min(1).max(LIMITS.attentionRefCharsMax),
});

/** Answer of `GET /api/console/activity`: changes (effects) made in the account, newest first. */
export type ActivityAnswer = z.output<typeof activity.wireOutput>;
/** Answer of `GET /api/console/refusals`: refused calls of the account. */
export type RefusedCallsAnswer = z.output<typeof refusals.wireOutput>;
/**
 * Answer of `POST /api/console/activity/verify`: the result of checking the hash chain of the account’s journal (audit log).
 */
export type JournalVerificationAnswer = z.output<typeof chainVerify.wireOutput>;
/** Answer of `GET /api/console/credits`: the balance of the account and the entries of its ledger. */
export type CreditsAnswer = z.output<typeof creditsLedger.wireOutput>;

/**
 * Schema of one call rate of a key, in calls per second. The minimum is about nine calls a day: the computation of the wait
 * overflows near zero, so that a much lower rate would limit nothing.
 */
const ownRate = z.number().min(0.000_1).nullable();
/** Schema of the call rates that an owner sets for one key, in calls per second; null means the configured default rate. */
export const keyLimits = z.strictObject({
  read: ownRate,
  change: ownRate,
  publish: ownRate,
  search: ownRate,
});
/** Call rates that an owner sets for one key, in calls per second. */
export type KeyRateLimits = z.output<typeof keyLimits>;

/** Answer of `GET /api/console/keys/{id}`: one agent key with its usage. */
export const keyDetail = z.object({
  key: keyRecord,
  /** The call rates that the owner set for this key; a rate that is null is the default rate. */
  own_limits: keyLimits,
  /**
   * Approximate number of calls per hour and action in the last 90 days, newest first. The calls of a day before yesterday
   * (UTC) are one entry per action, whose hour is the beginning of the day.
   */
  hours: z.array(
    z.object({ hour: isoTime, action: z.string(), answered: counted, refused: counted }),
  ),
  nodes: z.array(accountNode),
  refusals: z.array(
    z.object({ minute: isoTime, action: z.string(), code: z.string(), n: z.int().positive() }),
  ),
  /** Id of the key that replaced this key (rotation); null when the key was not replaced. */
  rotated_to: keyId.nullable(),
  /** Names of services that were unavailable; their data are empty. */
  missing: z.array(z.string()),
});
/** Answer of `GET /api/console/keys/{id}`: one agent key with its usage. */
export type KeyDetail = z.output<typeof keyDetail>;

/** Answer of `GET /api/console/browsers`: the browsers in which the owner is signed in. */
export const browsersAnswer = z.object({
  browsers: z.array(
    z.object({
      id: z.string(),
      /** User-Agent header of the browser; untrusted text. */
      agent: z.string().nullable(),
      since: isoTime,
      last_seen_at: isoTime,
      current: z.boolean(),
    }),
  ),
});
/** Answer of `GET /api/console/browsers`: the browsers in which the owner is signed in. */
export type SignedInBrowsersAnswer = z.output<typeof browsersAnswer>;

/** Answer of `GET /api/console/search`: websites, Worlds (public identities) and keys of the account that match a text. */
export const searchAnswer = z.object({
  hits: z
    .array(
      z.object({
        kind: z.enum(['website', 'world', 'key']),
        /** The website's page_id, the World's word (unique name) or the key's key_id. */
        id: z.string(),
        title: z.string(),
        word: z.string().nullable(),
      }),
    )
    .max(SEARCH_HITS_MAX),
  missing: z.array(z.string()),
});
/** Answer of `GET /api/console/search`: websites, Worlds (public identities) and keys of the account that match a text. */
export type ConsoleSearchAnswer = z.output<typeof searchAnswer>;

import { z } from 'zod';
import { isoTime, keyId } from '../common.ts';
import { LIMITS } from '../limits.ts';
import { keyRecord } from '../records.ts';
import type { creditsLedger } from '../services/account/ledger.ts';
import type { activity, chainVerify, refusals } from '../services/account/activity.ts';
import { agentView, attentionItem, attentionKind, websiteHit } from '../services/account/home.ts';
import { accountNode } from '../services/account/live-feed.ts';
import { activityEvent, chainCheck } from '../services/account/activity.ts';

const counted = z.int().nonnegative();

/** Maximum number of hits of `GET /api/console/search`. */
export const SEARCH_HITS_MAX = 20;
/** Number of days for which the hourly call counts of a key are kept. */
export const KEY_HOURS_KEPT_DAYS = 90;

/**
 * Answer of `GET /api/console/home`. The data of a service that is away are empty, and `missing` names that service.
 */
export const homeAnswer = z.object({
  attention: z.array(attentionItem),
  agents: z.array(agentView),
  /** Websites that are public or unlisted, newest publication first. */
  live: z.array(
    websiteHit.extend({
      visibility: z.enum(['unlisted', 'public']),
      live_url: z.url().nullable(),
      published_at: isoTime,
      published_revision: z.int().positive(),
      draft_revision: z.int().positive(),
    }),
  ),
  live_total: counted,
  lately: z.array(activityEvent),
  /** Quotas of which at least half is used. */
  quota: z.array(z.object({ name: z.string(), used: counted, max: counted })),
  messages_waiting: counted,
  /** Which of the first steps of an account are done; null while a service is away. */
  steps: z
    .object({
      key: z.boolean(),
      call: z.boolean(),
      world: z.boolean(),
      website: z.boolean(),
      published: z.boolean(),
    })
    .nullable(),
  /** Last row of the journal: the stream of events goes on behind it. */
  seq: counted,
  chain: chainCheck,
  missing: z.array(z.string()),
});
/** Answer of `GET /api/console/home`. */
export type HomeAnswer = z.output<typeof homeAnswer>;

/** Body of `POST /api/console/attention/hide`. */
export const hideRequest = z.strictObject({
  kind: attentionKind,
  ref: z.string().min(1).max(LIMITS.attentionRefCharsMax),
});

/** Answer of `GET /api/console/activity`: newest first. */
export type ActivityAnswer = z.output<typeof activity.wireOutput>;
/** Answer of `GET /api/console/refusals`. */
export type RefusalsAnswer = z.output<typeof refusals.wireOutput>;
/** Answer of `POST /api/console/activity/verify`. */
export type VerifyAnswer = z.output<typeof chainVerify.wireOutput>;
/** Answer of `GET /api/console/credits`. */
export type CreditsAnswer = z.output<typeof creditsLedger.wireOutput>;

/** Lower rates of one key, each per second; null means the rate of the policy. */
export const keyLimits = z.strictObject({
  read: z.number().positive().nullable(),
  change: z.number().positive().nullable(),
  publish: z.number().positive().nullable(),
  search: z.number().positive().nullable(),
});
/** Lower rates of one key. */
export type KeyLimits = z.output<typeof keyLimits>;

/** Answer of `GET /api/console/keys/{id}`. */
export const keyDetail = z.object({
  key: keyRecord,
  /** The lower rates that the owner gave this key. */
  own_limits: keyLimits,
  /** Approximate counts of calls by hour and action, newest first, 90 days. */
  hours: z.array(
    z.object({ hour: isoTime, action: z.string(), answered: counted, refused: counted }),
  ),
  nodes: z.array(accountNode),
  refusals: z.array(
    z.object({ minute: isoTime, action: z.string(), code: z.string(), n: z.int().positive() }),
  ),
  /** Id of the key that replaced this one. */
  rotated_to: keyId.nullable(),
});
/** Answer of `GET /api/console/keys/{id}`. */
export type KeyDetail = z.output<typeof keyDetail>;

/** Answer of `GET /api/console/browsers`. */
export const browsersAnswer = z.object({
  browsers: z.array(
    z.object({
      id: z.string(),
      /** Name that the browser sent for itself; untrusted text. */
      agent: z.string().nullable(),
      since: isoTime,
      last_seen_at: isoTime,
      current: z.boolean(),
    }),
  ),
});
/** Answer of `GET /api/console/browsers`. */
export type BrowsersAnswer = z.output<typeof browsersAnswer>;

/** Answer of `GET /api/console/search`. */
export const searchAnswer = z.object({
  hits: z
    .array(
      z.object({
        kind: z.enum(['website', 'world', 'key']),
        /** The page_id, word or key_id of the hit. */
        id: z.string(),
        title: z.string(),
        word: z.string().nullable(),
      }),
    )
    .max(SEARCH_HITS_MAX),
  missing: z.array(z.string()),
});
/** Answer of `GET /api/console/search`. */
export type SearchAnswer = z.output<typeof searchAnswer>;

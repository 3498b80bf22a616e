import { z } from 'zod';
import { defineErrors, retryLater, SAME_KEY, when } from './entry.ts';

/** Schema of the reason why a service, the database or the search engine is unavailable. */
const unavailableReason = z.enum([
  'disk_full',
  'unreachable',
  'slow',
  'wrong_key',
  'no_index',
  'building',
  'damaged',
  'failed',
]);
/** Reason why a service, the database or the search engine is unavailable, such as `disk_full`. */
export type UnavailableReason = z.infer<typeof unavailableReason>;

/** Errors with status 429 to 504: rate limit, unavailable part of the product, or unknown outcome. */
export const SERVICE_ERRORS = defineErrors({
  rate_limited: {
    status: 429,
    retry: 'after_seconds',
    details: { limit: z.string().describe('The limit that was exceeded, in words.') },
    message: (d) => `Too many calls: ${d.limit}.`,
    hint: retryLater,
  },
  quota_exceeded: {
    status: 429,
    retry: 'never',
    details: {
      quota: z.string().describe('What is limited, in words.'),
      max: z.int().describe('Largest allowed number.'),
    },
    message: (d) => `The account has reached its quota: ${d.quota} (${d.max}).`,
    hint: 'The owner can remove what is no longer needed, or ask the operator for a larger quota.',
  },
  suspended: {
    status: 451,
    retry: 'never',
    details: {},
    message: () => 'The operator has suspended this account, World or website.',
    hint: 'The owner can write to the operator; drafts and archives are kept.',
  },
  internal: {
    status: 500,
    outcome: 'unknown',
    retry: 'same_key',
    details: {},
    message: () => 'An unexpected error occurred in the service.',
    hint: `${SAME_KEY} If the error persists, report details.request_id to the operator.`,
  },
  not_configured: {
    status: 501,
    retry: 'never',
    details: { action: z.string().describe('The action of the call.') },
    message: (d) => `The action ${d.action} is not available on this service.`,
    hint: 'GET /api/agent-bridge/actions lists the available actions.',
  },
  provider_failed: {
    status: 502,
    retry: 'after_seconds',
    details: {
      reason: z
        .enum(['unreachable', 'timeout', 'refused', 'over_quota', 'unusable'])
        .describe('How the provider failed; `unusable` is an answer that is no complete page.'),
    },
    message: (d) => `The provider wrote no draft (${d.reason}); the credits were returned.`,
    hint: 'Send the call again after some seconds, with another prompt if the reason is unusable. builder.create saves HTML of your own and costs nothing.',
  },
  service_unavailable: {
    status: 503,
    retry: 'after_seconds',
    details: {
      part: when(
        'one part of the service is the cause',
        z.string().describe('The part that cannot accept the call, in words.'),
      ),
      reason: when('the reason is known', unavailableReason.describe('Why it cannot.')),
    },
    message: (d) => {
      if (d.part === undefined) return 'The service cannot accept this call now; nothing was done.';
      return d.reason === 'disk_full'
        ? `The disk of the ${d.part} is full; nothing was done. The operator must free disk space.`
        : `The ${d.part} is currently unavailable; nothing was done.`;
    },
    hint: retryLater,
  },
  content_damaged: {
    status: 503,
    retry: 'never',
    details: {},
    message: () =>
      'The stored content is missing or altered; it was not delivered, and nothing was changed.',
    hint: 'Do not repeat the call. The operator finds the object with "npm run ctl -- blobs verify" and restores it from a copy; until then builder.patch cannot work on this draft.',
  },
  outcome_unknown: {
    status: 504,
    outcome: 'unknown',
    retry: 'same_key',
    details: {},
    message: () => 'No answer arrived in time; the change may or may not have been applied.',
    hint: SAME_KEY,
  },
});

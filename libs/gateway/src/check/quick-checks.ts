import type { MessageBus } from '@bridge/bus';
import { LIMITS, type DraftVerdict } from '@bridge/contracts';
import { counter, type Clock, type Logger } from '@bridge/kernel';
import { LRUCache } from 'lru-cache';
import {
  checkOf,
  requestVerdict,
  type DraftCheckRequestContext,
  type DraftReadResult,
} from './draft-checks.ts';

/** Maximum size of all cached verdicts (publication-check results), in characters of their JSON text and cache keys. */
const KEPT_CHARS_MAX = 4 * 1024 * 1024;
/**
 * Time in ms for which a verdict (publication-check result) is cached. It is short, because a newer version of the publisher
 * service may return another verdict.
 */
const KEPT_MS = 60_000;
/**
 * Maximum number of concurrent requests for verdicts (publication-check results). At this number a draft is returned without
 * a check, so that a publisher service that does not answer delays few reads.
 */
const REQUESTS_MAX = 4;
/**
 * Time budget in ms of a request for a verdict (publication-check result). The request may continue after the read of the
 * draft that started it was answered, so that the next read finds the verdict in the cache.
 */
const REQUEST_MS_MAX = 5_000;

const quickChecks = counter('quick_checks', 'Checks in builder_get, by outcome.', [
  'outcome',
] as const);

/** A running request for the verdict (publication-check result) on a draft, shared by all reads of the same draft. */
interface PendingVerdictRequest {
  /** Time at which the request started, in ms of the monotonic clock. */
  readonly at: number;
  /** The requested verdict; resolves to null when the request fails; never rejects. */
  readonly verdict: Promise<DraftVerdict | null>;
}

/** Dependencies of `QuickPublishChecker`, which adds publication checks to drafts that are read. */
export interface QuickPublishCheckerDeps {
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Returns the cache key of a verdict (publication-check result): the website’s id and title, and the hashes of its texts. */
function draftKey({ website, raw_html, layers }: DraftReadResult): string {
  return JSON.stringify([website.page_id, website.title, raw_html.sha256, layers.sha256]);
}

/** Resolves to the verdict (publication-check result) when it arrives within `ms`, else to null. */
async function within(
  verdict: Promise<DraftVerdict | null>,
  ms: number,
): Promise<DraftVerdict | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), ms);
  try {
    return await Promise.race([verdict, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Adds the publication check to a draft that is read, if the verdict arrives within LIMITS.quickCheckMs: a read must not wait
 * long for it. Verdicts are cached for a minute; they depend only on title, text and address. Spec: publishing.check-read.
 */
export class QuickPublishChecker {
  readonly #deps: QuickPublishCheckerDeps;
  readonly #kept: LRUCache<string, DraftVerdict>;
  readonly #requests = new Map<string, PendingVerdictRequest>();

  constructor(deps: QuickPublishCheckerDeps) {
    this.#deps = deps;
    this.#kept = new LRUCache({
      maxSize: KEPT_CHARS_MAX,
      sizeCalculation: (verdict, key) => JSON.stringify(verdict).length + key.length,
      ttl: KEPT_MS,
      perf: { now: () => deps.clock.monotonic() },
    });
  }

  /**
   * Returns the draft with its check; with null as the check when no verdict arrives in time; unchanged when its texts are too
   * large for a quick check. Never throws.
   */
  async complete(draft: DraftReadResult, call: DraftCheckRequestContext): Promise<DraftReadResult> {
    const { raw_html, layers } = draft;
    if (raw_html.bytes + layers.bytes > LIMITS.quickCheckBytesMax) return draft;
    const verdict = await this.#verdictOf(draft, call);
    quickChecks.inc({ outcome: verdict === null ? 'none' : 'checked' });
    return { ...draft, publish_check: verdict === null ? null : checkOf(draft, verdict) };
  }

  async #verdictOf(
    draft: DraftReadResult,
    call: DraftCheckRequestContext,
  ): Promise<DraftVerdict | null> {
    const key = draftKey(draft);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const now = this.#deps.clock.monotonic();
    const open = this.#requests.get(key);
    if (open === undefined && this.#requests.size >= REQUESTS_MAX) return null;
    const { at, verdict } = open ?? this.#request(key, draft, call, now);
    const leftMs = LIMITS.quickCheckMs - (now - at);
    return leftMs <= 0 ? null : within(verdict, leftMs);
  }

  #request(
    key: string,
    draft: DraftReadResult,
    call: DraftCheckRequestContext,
    at: number,
  ): PendingVerdictRequest {
    const { bus, clock, log } = this.#deps;
    const deadline = clock.now() + REQUEST_MS_MAX;
    const verdict = requestVerdict(bus, draft, { ...call, deadline })
      .then((known) => {
        this.#kept.set(key, known);
        return known;
      })
      .catch((error: unknown) => {
        log.debug({ err: error }, 'check_not_answered');
        return null;
      })
      .finally(() => this.#requests.delete(key));
    const request = { at, verdict };
    this.#requests.set(key, request);
    return request;
  }
}

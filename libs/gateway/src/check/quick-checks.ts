import type { Bus } from '@bridge/bus';
import { LIMITS, type DraftVerdict } from '@bridge/contracts';
import { counter, type Clock, type Logger } from '@bridge/kernel';
import { LRUCache } from 'lru-cache';
import { checkOf, requestVerdict, type CheckCall, type ReadDraft } from './draft-checks.ts';

/** Maximum size of all cached verdicts, in characters of their JSON text. */
const KEPT_CHARS_MAX = 4 * 1024 * 1024;
/** Time in ms for which a verdict is cached. It is short, so that verdicts of a newer publisher replace it soon. */
const KEPT_MS = 60_000;
/**
 * Maximum number of concurrent verdict requests. Above it a read returns without a check, so that a publisher that does not
 * answer delays few reads.
 */
const REQUESTS_MAX = 4;
/** Time in ms that a check may continue after its read was answered, so that the next read finds its verdict. */
const REQUEST_MS_MAX = 5_000;

const quickChecks = counter('quick_checks', 'Checks in builder_get, by outcome.', [
  'outcome',
] as const);

/** A request for the verdict on a draft, shared by all reads of the draft until it expires. */
interface VerdictRequest {
  /** Time of the verdict’s request, in ms of the monotonic clock. */
  readonly at: number;
  /** Resolves to null when there is no verdict; never rejects. */
  readonly verdict: Promise<DraftVerdict | null>;
}

/** Dependencies of the checks that reads of drafts include. */
export interface QuickCheckDeps {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Returns the cache key of a verdict: the hashes and facts that a verdict depends on. */
function draftKey({ website, raw_html, layers }: ReadDraft): string {
  return JSON.stringify([website.page_id, website.title, raw_html.sha256, layers.sha256]);
}

/** Resolves to the verdict when it arrives within `ms`, else to null. */
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
 * Adds the check to a read of a draft if it is available soon: a read must not wait long for its check. Verdicts are
 * cached for a minute; they depend only on title, text and address. Spec: publishing.check-read.
 */
export class QuickChecks {
  readonly #deps: QuickCheckDeps;
  readonly #kept: LRUCache<string, DraftVerdict>;
  readonly #requests = new Map<string, VerdictRequest>();

  constructor(deps: QuickCheckDeps) {
    this.#deps = deps;
    this.#kept = new LRUCache({
      maxSize: KEPT_CHARS_MAX,
      sizeCalculation: (verdict, key) => JSON.stringify(verdict).length + key.length,
      ttl: KEPT_MS,
      perf: { now: () => deps.clock.monotonic() },
    });
  }

  /** Returns the draft with its check, or with null instead of the check. Never throws. */
  async complete(draft: ReadDraft, call: CheckCall): Promise<ReadDraft> {
    const { raw_html, layers } = draft;
    if (raw_html.bytes + layers.bytes > LIMITS.quickCheckBytesMax) return draft;
    const verdict = await this.#verdictOf(draft, call);
    quickChecks.inc({ outcome: verdict === null ? 'none' : 'checked' });
    return { ...draft, publish_check: verdict === null ? null : checkOf(draft, verdict) };
  }

  async #verdictOf(draft: ReadDraft, call: CheckCall): Promise<DraftVerdict | null> {
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

  #request(key: string, draft: ReadDraft, call: CheckCall, at: number): VerdictRequest {
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

import { BridgeError, type Clock } from '@bridge/kernel';
import pLimit, { type LimitFunction } from 'p-limit';

/**
 * Maximum number of running and waiting checks (analyses of a draft as for a publication). Only a running check has its draft
 * in memory.
 */
const CHECKS_MAX = 16;
/** Maximum number of running and waiting checks of one account, so that one account cannot fill the queue. */
const CHECKS_PER_ACCOUNT_MAX = 4;

/** One check of a draft in the queue: its account, its inputs, its deadline and the function that runs it. */
export interface QueuedDraftCheck<T> {
  readonly accountId: string;
  /** JSON of all inputs of the check. Concurrent checks of one account with equal inputs share one result. */
  readonly draft: string;
  /** Latest time at which the check may start, in ms since the epoch. */
  readonly deadline: number;
  readonly work: () => Promise<T>;
}

function busy(): BridgeError {
  return new BridgeError('service_unavailable', { part: 'check of drafts' }, { retryAfterS: 1 });
}

/**
 * Runs checks of drafts one at a time, so a publication waits for at most one check. A check with the same account and inputs
 * as a running or waiting one shares its result, because the bus may resend a request. Throws service_unavailable when the
 * queue is full or the deadline passes before the start. Spec: publishing.check-busy.
 */
export class DraftCheckQueue<T> {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #limit: LimitFunction = pLimit(1);
  readonly #open = new Map<string, Promise<T>>();
  readonly #ofAccount = new Map<string, number>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  async run(check: QueuedDraftCheck<T>): Promise<T> {
    const key = `${check.accountId} ${check.draft}`;
    const open = this.#open.get(key);
    if (open !== undefined) return open;
    const ofAccount = this.#ofAccount.get(check.accountId) ?? 0;
    if (this.#open.size >= CHECKS_MAX || ofAccount >= CHECKS_PER_ACCOUNT_MAX) throw busy();
    this.#ofAccount.set(check.accountId, ofAccount + 1);
    const answer = this.#limit(() => {
      if (this.#clock.now() >= check.deadline) throw busy();
      return check.work();
    });
    this.#open.set(key, answer);
    try {
      return await answer;
    } finally {
      this.#open.delete(key);
      const left = (this.#ofAccount.get(check.accountId) ?? 1) - 1;
      if (left === 0) this.#ofAccount.delete(check.accountId);
      else this.#ofAccount.set(check.accountId, left);
    }
  }
}

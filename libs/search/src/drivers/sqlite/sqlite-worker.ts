import { WorkerCalls } from '@bridge/kernel/worker-calls';
import { SearchFault } from '../../search-fault.ts';
import type { WorkerCall, WorkerReply, WorkerRole } from './protocol.ts';

/**
 * Number of calls that are posted to the worker at the same time: it receives the second while it answers the first.
 */
const POSTED_MAX = 2;
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };

/**
 * The worker of one index folder, which answers calls in order. `bodies` goes before calls that wait, because it completes a
 * search: of 10,000 concurrent searches few hold candidates in memory at a time.
 */
export class SqliteWorker {
  readonly #calls: WorkerCalls<WorkerCall>;
  readonly #onProblem: (trouble: string | null) => void;
  #problem: string | null = null;

  /** `onProblem` receives the sentence `trouble` of IndexInfo each time it changes. */
  constructor(role: WorkerRole, onProblem: (trouble: string | null) => void = () => undefined) {
    this.#calls = new WorkerCalls({
      url: new URL('./sqlite.worker.ts', import.meta.url),
      data: role,
      limits: LIMITS,
      postedMax: POSTED_MAX,
      lost: workerFault,
    });
    this.#onProblem = onProblem;
  }

  /**
   * Sends a call and resolves with the worker's answer, whose type the caller knows from the protocol. `moved` buffers
   * are empty afterwards. Errors: SearchFault.
   */
  async ask<T>(call: WorkerCall, moved: readonly ArrayBuffer[] = []): Promise<T> {
    const isUrgent = call.op === 'bodies';
    const reply = await this.#calls.call<WorkerReply>(call, { moved, isUrgent });
    if (!reply.ok) throw new SearchFault(reply.fault.reason, reply.fault.sentence);
    this.#reportProblem(reply.trouble);
    // T is the protocol's type of this call's answer.
    return reply.value as T;
  }

  close(): Promise<void> {
    return this.#calls.close();
  }

  #reportProblem(trouble: string | null): void {
    if (trouble === this.#problem) return;
    this.#problem = trouble;
    this.#onProblem(trouble);
  }
}

function workerFault(cause: unknown): SearchFault {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SearchFault('failed', `The search worker failed: ${reason}.`, { cause });
}
